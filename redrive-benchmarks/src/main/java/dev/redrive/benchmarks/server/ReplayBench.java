package dev.redrive.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.store.RedriveBench;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A replay by the packaged server to a service that does nothing, beside a bare loop of the same client. */
public final class ReplayBench {
    private static final int CONCURRENCY = 16;
    private static final int BATCH = 5000;
    private static final int RATE = 200;
    private static final String TEXT = "lorem ipsum dolor sit amet ".repeat(36);

    private final String name;
    private final String bare = "bare loop of the HTTP client, " + CONCURRENCY + " threads";
    private final RedriveBench stores;
    private final Rates rates;
    private final Workspace workspace;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    public ReplayBench(String database, RedriveBench stores, Rates rates, Workspace workspace) {
        this.name = "replay on " + database;
        this.stores = stores;
        this.rates = rates;
        this.workspace = workspace;
    }

    public void run() throws Exception {
        try (NoOpService service = NoOpService.start();
                RedriveBench.Fresh store = stores.fresh();
                PackagedServer server =
                        PackagedServer.start(PackagedServer.jar(), store.url(), settings(service), workspace)) {
            Replayed replayed = new Replayed(server);
            rates.warmUp(watch -> bareLoop(service, rates.entries(), watch));
            if (rates.wantsWarmUp()) warmUp(replayed);
            rates.limit(Part.REPLAY, bare, watch -> bareLoop(service, rates.entries(), watch));
            double before = server.residentMegabytes();
            replayed.capture("letters", rates.entries());
            long taken = service.taken();
            rates.rateUnderLoad(
                    Part.REPLAY, name + ": " + CONCURRENCY + " at once", bare, watch -> replayed.run("letters", watch));
            check(service.taken() - taken);
            rates.figure(Part.REPLAY, name + ": processor time of the server", server.spent() / 1e6, "s in all");
            rates.figure(Part.REPLAY, name + ": resident memory before", before, "MB");
            rates.figure(Part.REPLAY, name + ": resident memory after", server.residentMegabytes(), "MB");
            limited(replayed, service);
        }
    }

    private static String settings(NoOpService service) {
        return """
                redrive:
                  channels:
                    - { match: "*", target: { http: { url: "%s", timeout: 10s } } }
                """.formatted(service.url());
    }

    /** Some may come twice, none may be missing. */
    private void check(long taken) throws IOException {
        if (taken < rates.entries())
            throw new IllegalStateException("the service took " + taken + " letters, not " + rates.entries());
        rates.figure(Part.REPLAY, name + ": sent again", (double) (taken - rates.entries()), "letters");
    }

    private void warmUp(Replayed replayed) throws Exception {
        replayed.capture("warm-up", rates.entries());
        long unused = replayed.run("warm-up", Stopwatch.withoutCap());
    }

    /** Counts what arrives in half a minute of a replay with a rate, from its second second on. */
    private void limited(Replayed replayed, NoOpService service) throws Exception {
        int seconds = rates.quick() ? 5 : 30;
        replayed.capture("slowly", RATE * (seconds + 5));
        String id = replayed.start("slowly", RATE);
        Thread.sleep(1000);
        long before = service.taken();
        long began = System.nanoTime();
        Thread.sleep(seconds * 1000L);
        long arrived = service.taken() - before;
        double rate = arrived / ((System.nanoTime() - began) / 1e9);
        rates.figure(Part.REPLAY, name + ": at most " + RATE + "/s, over " + seconds + " s", rate, "/s");
        replayed.await(id);
    }

    // The bare loop

    private long bareLoop(NoOpService service, int count, Stopwatch watch) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
        List<Future<?>> loops = new ArrayList<>();
        for (int i = 0; i < CONCURRENCY; i++) loops.add(threads.submit(() -> sendUntil(service, count, next, watch)));
        for (Future<?> loop : loops) loop.get();
        watch.stop();
        threads.shutdown();
        return Math.min(count, next.get());
    }

    private Void sendUntil(NoOpService service, int count, AtomicInteger next, Stopwatch watch) throws Exception {
        URI uri = URI.create(service.url());
        for (int i = next.getAndIncrement(); i < count && !watch.isOver(); i = next.getAndIncrement()) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(payload(i)))
                    .build();
            int status = send(request);
            if (status != 200) throw new IOException("the service answered " + status);
        }
        return null;
    }

    /** Again when a kept connection had ended, as the server does. */
    private int send(HttpRequest request) throws Exception {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private static String payload(int number) {
        return "{\"n\":" + number + ",\"text\":\"" + TEXT + "\"}";
    }

    /** Letters of the server and replays of them, over its API. */
    private final class Replayed {
        private final ObjectMapper json = new ObjectMapper();
        private final PackagedServer server;

        Replayed(PackagedServer server) {
            this.server = server;
        }

        void capture(String channel, int count) throws Exception {
            for (int from = 0; from < count; from += BATCH) {
                StringBuilder lines = new StringBuilder();
                for (int i = from; i < Math.min(count, from + BATCH); i++)
                    lines.append("{\"channel\":\"")
                            .append(channel)
                            .append("\",\"payload\":")
                            .append(payload(i))
                            .append(",\"error\":{\"type\":\"ValidationException\",\"message\":\"bad\"}}\n");
                call("POST", "/dlq", "application/x-ndjson", lines.toString());
            }
        }

        String plan(String channel, @Nullable Integer rate) throws Exception {
            String body = "{\"filterCriteria\":{\"channel\":\"%s\"},\"concurrency\":%d,\"batchSize\":500%s}"
                    .formatted(channel, CONCURRENCY, rate == null ? "" : ",\"ratePerSecond\":" + rate);
            return call("POST", "/dlq/replays", "application/json", body)
                    .path("id")
                    .asText();
        }

        String start(String channel, @Nullable Integer rate) throws Exception {
            String id = plan(channel, rate);
            JsonNode unused = call("POST", "/dlq/replays/" + id + "/start", "application/json", "");
            return id;
        }

        /** Returns how many letters were resolved. The time from the start to the end counts. */
        long run(String channel, Stopwatch watch) throws Exception {
            String id = plan(channel, null);
            watch.restart();
            JsonNode unused = call("POST", "/dlq/replays/" + id + "/start", "application/json", "");
            JsonNode done = await(id);
            watch.stop();
            return done.path("progress").path("resolved").asLong();
        }

        JsonNode await(String id) throws Exception {
            while (true) {
                JsonNode replay = call("GET", "/dlq/replays/" + id, "application/json", "");
                String state = replay.path("state").asText();
                if (state.equals("DONE")) return replay;
                if (!state.equals("RUNNING")) throw new IOException("the replay is " + replay);
                Thread.sleep(50);
            }
        }

        private JsonNode call(String method, String path, String type, String body) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                    .header("Authorization", "Bearer " + server.token())
                    .header("Content-Type", type)
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 300)
                throw new IOException(path + " was answered with " + answer.statusCode() + ": " + answer.body());
            return json.readTree(answer.body());
        }
    }
}
