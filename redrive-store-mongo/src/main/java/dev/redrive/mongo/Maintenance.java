package dev.redrive.mongo;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.mongo.letters.MongoLetters;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folds changes into the counters, and finishes what processes that ended have left, on a thread of its own. */
final class Maintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);
    private static final int AFTER_MILLIS = 1000;
    /** Work is done for at most a twentieth of the time, but not too seldom: until then, every count reads what has changed. */
    private static final int SPACING = 20;

    private static final int AT_LATEST_MILLIS = 30_000;
    private static final Duration TIDY_EVERY = Duration.ofSeconds(20);

    private final MongoLetters letters;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("redrive-mongo-maintenance"));
    /** For the one thread. */
    private long tidiedAt = System.nanoTime() - TIDY_EVERY.toNanos();

    Maintenance(MongoLetters letters) {
        this.letters = letters;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        later(0);
    }

    private void later(long millis) {
        try {
            var unused = thread.schedule(this::run, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            LOG.debug("closing; the next process folds the counters");
        }
    }

    private void run() {
        long began = System.nanoTime();
        try {
            if (began - tidiedAt >= TIDY_EVERY.toNanos()) {
                letters.tidy();
                tidiedAt = began;
            } else letters.fold();
        } catch (RuntimeException e) {
            LOG.debug("could not fold the counters; they are right, and folded later", e);
        }
        later(pause(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)));
    }

    /** How long to wait after work that took so long. */
    static long pause(long tookMillis) {
        return Math.max(AFTER_MILLIS, Math.min(tookMillis * SPACING, AT_LATEST_MILLIS));
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) LOG.debug("maintenance still runs while closing");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
