package dev.redrive.internal.retention;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs retention now and then, on a thread of its own: a run may take hours. */
public final class RetentionSchedule implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionSchedule.class);
    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration EVERY = Duration.ofMinutes(10);

    private final RetentionRunner runner;
    private final InstantSource clock;
    private final OutageLog outage = new OutageLog(LOG, "run retention");
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-retention"));
    private volatile Instant next;

    public RetentionSchedule(RetentionRunner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
        this.next = clock.instant().plus(FIRST);
        var unused =
                timer.scheduleWithFixedDelay(this::runOnce, FIRST.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
    }

    /** A timer ends with the first exception or error that comes out, and this one must go on. */
    private void runOnce() {
        try {
            var unused = runner.run();
            outage.worked();
        } catch (StoreException e) {
            outage.failed(e);
        } catch (Throwable e) {
            LOG.error("a run of retention failed", e);
        } finally {
            next = clock.instant().plus(EVERY);
        }
    }

    /** When it runs next, or began to run when it runs now. */
    public Instant next() {
        return next;
    }

    @Override
    public void close() {
        timer.shutdown();
        runner.close();
    }
}
