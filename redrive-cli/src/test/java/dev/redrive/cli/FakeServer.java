package dev.redrive.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that gives one answer to everything: for answers that a real one gives only in trouble. */
final class FakeServer implements AutoCloseable {
    private final HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    FakeServer(int status, String type, String body) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, status, type, body));
        server.start();
    }

    private void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        try (exchange) {
            byte[] sent = exchange.getRequestBody().readAllBytes();
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(sent, StandardCharsets.UTF_8));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        }
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    List<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
