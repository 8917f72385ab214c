package dev.redrive.s3;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers requests with a given status and body, and keeps what was asked. */
final class RecordingServer implements AutoCloseable {
    record Request(String method, String path, Headers headers) {}

    private record Answer(int status, String body) {}

    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Answer usual;

    RecordingServer(int status, String body) throws IOException {
        usual = new Answer(status, body);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Answers requests with this method differently. */
    RecordingServer with(String method, int status, String body) {
        answers.put(method, new Answer(status, body));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        Answer answer = answers.getOrDefault(exchange.getRequestMethod(), usual);
        exchange.getRequestBody().readAllBytes();
        requests.add(new Request(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), exchange.getRequestHeaders()));
        exchange.getResponseHeaders().set("ETag", "\"1\"");
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
