package dev.redrive.internal.retention;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.store.StoreException;
import dev.redrive.store.retention.RetentionLog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease of a run of retention, and of whatever else writes objects of the archive anew. It is short, so that another node
 * goes on soon after this one died, and is therefore renewed on a thread of its own: writing one object can take longer.
 */
public final class RetentionLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionLease.class);
    private static final Duration TIME = Duration.ofSeconds(15);
    private static final Duration RENEWED_AFTER = Duration.ofSeconds(3);

    private final RetentionLog log;
    private final String node;
    private final LongSupplier nanos;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-retention-lease"));
    private long renewedAt;
    private boolean isLost;

    private RetentionLease(RetentionLog log, String node, LongSupplier nanos, long takenAt) {
        this.log = log;
        this.node = node;
        this.nanos = nanos;
        this.renewedAt = takenAt;
        long every = RENEWED_AFTER.toMillis();
        var unused = timer.scheduleWithFixedDelay(this::isHeld, every, every, TimeUnit.MILLISECONDS);
    }

    /** Empty when another node has it. */
    public static Optional<RetentionLease> take(RetentionLog log, String node, LongSupplier nanos) {
        long now = nanos.getAsLong();
        return log.lease(node, TIME) ? Optional.of(new RetentionLease(log, node, nanos, now)) : Optional.empty();
    }

    /** Renews it when it is time to; false when it was lost, once and for all. */
    public synchronized boolean isHeld() {
        if (!isLost && age() >= RENEWED_AFTER.toNanos()) renew();
        isLost |= age() >= TIME.toNanos();
        return !isLost;
    }

    private long age() {
        return nanos.getAsLong() - renewedAt;
    }

    private void renew() {
        long now = nanos.getAsLong();
        try {
            if (log.lease(node, TIME)) renewedAt = now;
            else isLost = true;
        } catch (StoreException e) {
            LOG.debug("the lease on retention could not be renewed; it is tried again until it ends", e);
        }
    }

    /** For work that is no run and has no record. */
    public synchronized void giveBack() {
        close();
        try {
            var unused = log.lease(node, Duration.ZERO);
        } catch (StoreException e) {
            LOG.debug("the lease on retention could not be given back; it ends by itself", e);
        }
    }

    /** Does not give it back: the record of the run does. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
