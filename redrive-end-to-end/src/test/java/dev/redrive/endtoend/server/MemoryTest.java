package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a small heap does with more letters than fit into it at once. docs/reliability.md says how to try more of them. */
class MemoryTest {
    private static final int AT_ONCE = Integer.getInteger("redrive.captures", 24);
    private static final int PAYLOAD = Integer.getInteger("redrive.megabytes", 10) * 1024 * 1024;
    private static final String HEAP = System.getProperty("redrive.heap", "256m");
    private static final int LOOKS = 24;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final String SETTINGS = """
            redrive:
              policies:
                - { channel: large, strategy: exponential, base: 1ms, max: 10ms, max-retries: 20 }
              channels:
                - { match: large, target: { http: { url: "%s" } } }
            """;

    @TempDir
    Path folder;

    @Test
    void large_letters_at_once_are_kept_or_refused_and_none_is_lost() throws Exception {
        byte[] letter = ("{\"channel\":\"large\",\"error\":\"e\",\"payload\":\"" + "x".repeat(PAYLOAD) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        try (Overloaded target = new Overloaded();
                ServerProcess server = Launch.in(folder)
                        .settings(SETTINGS.formatted(target.url()))
                        .heap(HEAP)
                        .serve();
                LivenessProbe probe = new LivenessProbe(server.api())) {
            Api api = server.api();

            List<Answer> captures = atOnce(
                    AT_ONCE,
                    () -> api.call("POST", "/dlq")
                            .body("application/json", letter)
                            .patience(PATIENCE)
                            .send());
            List<String> kept = captures.stream()
                    .filter(answer -> answer.status() == 201)
                    .map(answer -> answer.text("id"))
                    .toList();
            List<Answer> looks = atOnce(
                    LOOKS,
                    () -> api.call("GET", "/dlq/" + kept.get(0))
                            .patience(PATIENCE)
                            .send());

            assertThat(captures).allMatch(answer -> answer.status() == 201 || isRefusal(answer));
            assertThat(looks).allMatch(answer -> answer.status() == 200 || isRefusal(answer));
            assertThat(api.get("/dlq/stats").expect(200).json().path("total").asInt())
                    .isEqualTo(kept.size());
            for (String id : kept)
                assertThat(api.letter(id).path("payloadSize").asInt()).isEqualTo(PAYLOAD);
            Duration slowest = probe.end();
            System.out.println(AT_ONCE + " captures at once: " + kept.size() + " kept, " + target.requests.get()
                    + " attempts; the slowest probe took " + slowest.toMillis() + " ms");
            assertThat(slowest).as("the slowest probe").isLessThan(Duration.ofSeconds(1));
            assertThat(target.requests.get()).isPositive();
            assertThat(server.said()).doesNotContain("OutOfMemoryError");
        }
    }

    private static List<Answer> atOnce(int count, Callable<Answer> request) throws InterruptedException {
        ExecutorService callers = Executors.newFixedThreadPool(count);
        try {
            return callers.invokeAll(Stream.generate(() -> request).limit(count).toList()).stream()
                    .map(MemoryTest::join)
                    .toList();
        } finally {
            callers.shutdownNow();
        }
    }

    private static <T> T join(Future<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("a caller got no answer", e);
        }
    }

    private static boolean isRefusal(Answer answer) {
        return answer.status() == 503
                && answer.isProblem()
                && !answer.header("Retry-After").isEmpty();
    }

    /** A target that takes letters in and then has no time for them, so that all of them are in flight in the engine. */
    private static final class Overloaded implements AutoCloseable {
        final AtomicInteger requests = new AtomicInteger();
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpServer server;

        Overloaded() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
            server.setExecutor(threads);
            server.createContext("/", this::refuse);
            server.start();
        }

        private void refuse(HttpExchange exchange) throws IOException {
            try (exchange) {
                exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
                requests.incrementAndGet();
                exchange.sendResponseHeaders(503, -1);
            }
        }

        String url() {
            return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                    + server.getAddress().getPort() + "/";
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
