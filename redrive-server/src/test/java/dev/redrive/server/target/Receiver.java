package dev.redrive.server.target;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A real HTTP server with configured answers that records its requests. */
final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
    private volatile Says says = new Says(200, "", Map.of());

    record Got(String method, String path, Headers headers, String body, int clientPort) {}

    record Says(int status, String body, Map<String, String> headers) {}

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    Receiver saying(int status, String body, Map<String, String> headers) {
        says = new Says(status, body, headers);
        return this;
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    Got next() throws InterruptedException {
        Got next = got.poll(20, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing came");
        return next;
    }

    boolean gotNothing() {
        return got.isEmpty();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            got.add(new Got(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders(),
                    new String(body, StandardCharsets.ISO_8859_1),
                    exchange.getRemoteAddress().getPort()));
            Says now = says;
            now.headers().forEach(exchange.getResponseHeaders()::add);
            byte[] answer = now.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(now.status(), answer.length == 0 ? -1 : answer.length);
            if (answer.length > 0) exchange.getResponseBody().write(answer);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
