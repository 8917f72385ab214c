package dev.redrive.endtoend.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service that the server sends to: a letter's target, or a receiver of alerts. The test sets its answers. */
public final class Service implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Behaviour behaviour;

    /** What was sent here. */
    public record Received(String path, Map<String, String> headers, String body) {
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** Which status to answer with. */
    public interface Behaviour {
        int answer(Received request) throws InterruptedException;
    }

    public Service(Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Received request = new Received(exchange.getRequestURI().getPath(), headers, body);
            received.add(request);
            exchange.sendResponseHeaders(behaviour.answer(request), -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public String url(String path) {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + path;
    }

    public List<Received> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
