package dev.redrive.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A server with scripted answers that records its requests. */
public final class ScriptedServer implements AutoCloseable {
    /** One answer: its status, and its body. */
    record Answer(int status, String body, Map<String, String> headers) {}

    /** A request that was received. */
    public record Asked(String call, String body, Map<String, String> headers) {}

    private static final List<String> KEPT_HEADERS = List.of("If-Match", "Content-Encoding");

    private final HttpServer server;
    private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());

    public ScriptedServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::handle);
        server.start();
    }

    /** One more answer to such a call; the last one is given again and again. */
    public ScriptedServer on(String call, int status, String body) {
        return on(call, status, body, Map.of());
    }

    public ScriptedServer on(String call, int status, String body, Map<String, String> headers) {
        answers.computeIfAbsent(call, any -> new ArrayDeque<>()).add(new Answer(status, body, headers));
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String call =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String query = exchange.getRequestURI().getQuery();
        asked.add(new Asked(query == null ? call : call + "?" + query, body, headers(exchange)));
        Answer answer = next(call);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Map<String, String> headers(HttpExchange exchange) {
        Map<String, String> headers = new HashMap<>();
        for (String name : KEPT_HEADERS) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) headers.put(name, value);
        }
        return headers;
    }

    private Answer next(String call) {
        Deque<Answer> waiting = answers.get(call);
        if (waiting == null) return new Answer(404, "{\"detail\":\"no answer is set for " + call + "\"}", Map.of());
        synchronized (waiting) {
            return waiting.size() == 1 ? waiting.getFirst() : waiting.removeFirst();
        }
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    public List<String> calls() {
        synchronized (asked) {
            return asked.stream().map(Asked::call).toList();
        }
    }

    /** The bodies of all requests of this kind. */
    public List<String> bodies(String call) {
        synchronized (asked) {
            return asked.stream()
                    .filter(each -> each.call().equals(call))
                    .map(Asked::body)
                    .toList();
        }
    }

    /** The last request of this kind. */
    public Asked last(String call) {
        synchronized (asked) {
            for (int i = asked.size() - 1; i >= 0; i--) if (asked.get(i).call().equals(call)) return asked.get(i);
        }
        throw new AssertionError("there was no " + call + ", only " + calls());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
