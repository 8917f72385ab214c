package dev.redrive.benchmarks.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.redrive.Redrive;
import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.store.RedriveBench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The packaged server under many clients that capture single letters, beside captures in batches without a server. */
public final class ServerBench {
    private static final int CLIENTS = 200;
    private static final int BATCH = 100;

    /** The server shows counts that are a few seconds old. */
    private static final Duration UNTIL_COUNTED = Duration.ofSeconds(15);

    private final String name;
    private final String embedded;
    private final RedriveBench stores;
    private final Rates rates;
    private final Workspace workspace;

    public ServerBench(String database, RedriveBench stores, Rates rates, Workspace workspace) {
        this.name = "server on " + database;
        this.embedded = "embedded on " + database + ": captureAll x" + BATCH + ", 1 caller";
        this.stores = stores;
        this.rates = rates;
        this.workspace = workspace;
    }

    public void run() throws Exception {
        Path jar = PackagedServer.jar();
        measureEmbedded();
        try (RedriveBench.Fresh store = stores.fresh();
                PackagedServer server = PackagedServer.start(jar, store.url(), workspace)) {
            figure("ready after", server.readyAfterSeconds(), "s");
            measure(server);
        }
    }

    // Without a server

    private void measureEmbedded() throws Exception {
        try (RedriveBench.Fresh store = stores.fresh();
                Redrive redrive = RedriveBench.dueAtOnce(store.url()).open()) {
            rates.warmUp(watch -> captureBatches(redrive, rates.entries(), watch));
        }
        try (RedriveBench.Fresh store = stores.fresh();
                Redrive redrive = RedriveBench.dueAtOnce(store.url()).open()) {
            rates.limit(Part.SERVER, embedded, watch -> captureBatches(redrive, Integer.MAX_VALUE - BATCH, watch));
        }
    }

    private static long captureBatches(Redrive redrive, int most, Stopwatch watch) {
        int done = 0;
        for (; done < most && !watch.isOver(); done += BATCH)
            redrive.captureAll(RedriveBench.batch(done, done + BATCH));
        return done;
    }

    // With the server

    private void measure(PackagedServer server) throws Exception {
        ServerClients clients = new ServerClients(CLIENTS, server);
        Answers early = new Answers();
        Answers answers = new Answers();
        rates.warmUp(watch -> clients.capture(watch, early));
        long before = server.spent();
        rates.rateUnderLoad(
                Part.SERVER,
                name + ": POST /dlq, " + CLIENTS + " clients",
                embedded,
                watch -> clients.capture(watch, answers));
        figure("processor time per letter", (server.spent() - before) / (double) Math.max(1, answers.created()), "us");
        figure("resident memory", server.residentMegabytes(), "MB");
        figure("answer", answers.millis(0.50), "ms p50");
        figure("answer", answers.millis(0.99), "ms p99");
        check(server, early, answers);
    }

    /** Refuses a run in which a client heard anything but 201, or in which the store has not what was answered. */
    private void check(PackagedServer server, Answers early, Answers answers) throws Exception {
        long errors = early.errors() + answers.errors();
        long created = early.created() + answers.created();
        long stored = stored(server, created);
        figure("errors", (double) errors, "requests");
        figure("lost", (double) (created - stored), "letters");
        if (errors == 0 && stored == created) return;
        rates.note("the server said:\n" + server.said());
        throw new IllegalStateException(name + ": " + created + " letters were answered with 201, the server counts "
                + stored + "; errors while warming up: " + early.errorsByKind() + ", then: " + answers.errorsByKind());
    }

    private static long stored(PackagedServer server, long expected) throws IOException, InterruptedException {
        Stopwatch watch = new Stopwatch(UNTIL_COUNTED);
        try (ServerClient client = ServerClient.of(server)) {
            long total = total(client.stats());
            while (total != expected && !watch.isOver()) {
                Thread.sleep(500);
                total = total(client.stats());
            }
            return total;
        }
    }

    private static long total(HttpConnection.Answer stats) throws IOException {
        if (stats.status() != 200) throw new IOException("GET /dlq/stats was answered with " + stats);
        return new ObjectMapper().readTree(stats.body()).path("total").asLong(-1);
    }

    private void figure(String what, double value, String unit) throws IOException {
        rates.figure(Part.SERVER, name + ": " + what, value, unit);
    }
}
