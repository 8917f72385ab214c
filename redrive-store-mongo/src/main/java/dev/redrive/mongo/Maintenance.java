package dev.redrive.mongo;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.mongo.letters.MongoLetters;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folds changes into the counters, and finishes what processes that ended have left, on a thread of its own. */
final class Maintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);
    private static final int EVERY_MILLIS = 1000;
    private static final int TIDY_EVERY = 20;

    private final MongoLetters letters;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-mongo-maintenance"));
    private int rounds;

    Maintenance(MongoLetters letters) {
        this.letters = letters;
        var unused = thread.scheduleWithFixedDelay(this::run, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            if (rounds++ % TIDY_EVERY == 0) letters.tidy();
            else letters.fold();
        } catch (RuntimeException e) {
            LOG.debug("could not fold the counters; they are right, and folded later", e);
        }
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
