package dev.redrive.benchmarks.store;

import dev.redrive.Redrive;
import dev.redrive.benchmarks.machine.Database;
import dev.redrive.benchmarks.measure.Measure;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Capture and drain at full speed while a transaction holds an old snapshot, beside the same before and after. The tables grow
 * with every letter, so the rate without a snapshot is that of both times together.
 */
public final class SnapshotBench {
    private static final double GOAL = 0.9;
    private static final int BATCH = 500;
    /** No more letters wait than this, so that the rate of the drain is also that of the captures. */
    private static final int BACKLOG = 10_000;

    private static final Duration WARM_UP = Duration.ofMinutes(1);
    private static final Duration WINDOW = Duration.ofSeconds(15);
    private static final Duration LAST = Duration.ofMinutes(1);
    private static final String FREE = "no snapshot held, before and after";

    private final RedriveOnPostgres stores;
    private final Rates rates;
    private final AtomicLong drained = new AtomicLong();
    private final List<Measure> free = new ArrayList<>();
    private final List<Measure> held = new ArrayList<>();
    private volatile boolean done;

    public SnapshotBench(RedriveOnPostgres stores, Rates rates) {
        this.stores = stores;
        this.rates = rates;
    }

    public void run() throws Exception {
        try (RedriveOnPostgres.OwnDatabase store = stores.fresh();
                Redrive redrive =
                        RedriveBench.dueAtOnce(store.url()).listen(this::count).open()) {
            redrive.handle("*", letter -> {});
            ExecutorService thread = Executors.newSingleThreadExecutor();
            Future<?> capturing = thread.submit(() -> captureUntilDone(redrive));
            try {
                measure(store.database());
            } finally {
                done = true;
                thread.shutdown();
            }
            capturing.get();
        }
        report();
    }

    private void measure(Database database) throws Exception {
        if (!rates.quick()) rates.during(WARM_UP, drained::get);
        Duration aside = rates.load().dividedBy(3);
        windows("free", aside, free);
        whileHeld(database);
        database.run("VACUUM dlq_waiting, dlq_ready, dlq_lease, dlq_delta"); // not in the time that counts
        windows("free again", aside, free);
    }

    private void whileHeld(Database database) throws Exception {
        try (Connection forgotten = database.connect();
                Statement statement = forgotten.createStatement()) {
            forgotten.setAutoCommit(false);
            forgotten.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.execute("SELECT COUNT(*) FROM dlq_schema");
            windows("held", rates.load(), held);
            sizes(database);
        }
    }

    private void sizes(Database database) throws IOException, SQLException {
        for (String table : List.of("dlq_ready", "dlq_lease", "dlq_delta")) {
            rates.figure(
                    Part.SNAPSHOT,
                    table + " with its indexes at the end",
                    database.count("SELECT pg_total_relation_size('" + table + "')") / 1e6,
                    "MB");
        }
    }

    private void report() throws IOException {
        double freely = rates.rate(Part.SNAPSHOT, FREE, Optional.empty(), sum(free));
        double whole = rates.rate(Part.SNAPSHOT, "snapshot held", Optional.of(FREE), sum(held)) / freely;
        Measure last = sum(held.subList(held.size() - lastOf(held), held.size()));
        double atEnd = rates.rate(Part.SNAPSHOT, "snapshot held, the last minute", Optional.of(FREE), last) / freely;
        if (Math.min(whole, atEnd) < GOAL)
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "with a snapshot held the rate was %.3f of the rate without, in the last minute %.3f; the goal is %.1f",
                    whole,
                    atEnd,
                    GOAL));
    }

    private static int lastOf(List<Measure> windows) {
        double seconds = windows.get(0).seconds();
        return (int) Math.min(windows.size(), Math.max(1, Math.round(LAST.toSeconds() / seconds)));
    }

    private static Measure sum(List<Measure> windows) {
        return windows.stream().reduce(Measure::plus).orElseThrow();
    }

    /** One after the other, without a pause, and each printed at its end. */
    private void windows(String what, Duration time, List<Measure> into) throws Exception {
        int count = (int) Math.max(1, time.dividedBy(WINDOW));
        Duration window = time.dividedBy(count);
        for (int i = 1; i <= count; i++) {
            Measure one = rates.during(window, drained::get);
            into.add(one);
            rates.note(String.format(
                    Locale.ROOT,
                    "  %-10s %4d s: %6.0f/s [per letter jvm %.0f us, server %.0f us; others %.0f%%]",
                    what,
                    window.multipliedBy(i).toSeconds(),
                    one.rate(),
                    one.jvmMicrosPerEntry(),
                    one.serverMicrosPerEntry(),
                    100 * one.othersShare()));
        }
    }

    // What is measured

    private Void captureUntilDone(Redrive redrive) throws InterruptedException {
        for (int captured = 0; !done; ) {
            if (captured - drained.get() > BACKLOG) {
                Thread.sleep(1);
                continue;
            }
            redrive.captureAll(RedriveBench.batch(captured, captured + BATCH));
            captured += BATCH;
        }
        return null;
    }

    private void count(RedriveEvent event) {
        if (event instanceof RedriveEvent.Attempted attempted && attempted.result() == Attempt.Result.SUCCEEDED)
            drained.incrementAndGet();
    }
}
