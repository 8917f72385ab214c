package dev.redrive.internal.engine;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.DoublingPause;
import dev.redrive.internal.text.OutageLog;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two threads beside the workers of a pool of attempts: one settles what has ended, the other one renews leases. While the
 * store is away both try again, because letters that were sent and not settled would be sent twice.
 */
final class PoolThreads<L> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PoolThreads.class);
    private static final int SETTLE_AT_ONCE = 2000;
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration STOP_GRACE = Duration.ofSeconds(2);

    private final AttemptPool<L> pool;
    private final Duration leaseTime;
    private final Events events;
    private final Consumer<List<AttemptPool.Ended<L>>> settled;
    private final OutageLog settlements = new OutageLog(LOG, "settle letters");
    private final OutageLog renewals = new OutageLog(LOG, "renew leases");
    private final Thread settler;
    private final Thread keeper;
    private volatile boolean running = true;

    /** @param settled called with all that ended, on the settler's thread */
    PoolThreads(
            String name,
            AttemptPool<L> pool,
            Duration leaseTime,
            Events events,
            Consumer<List<AttemptPool.Ended<L>>> settled) {
        this.pool = pool;
        this.leaseTime = leaseTime;
        this.events = events;
        this.settled = settled;
        this.settler = DaemonThreads.of(name + "-settler", this::settle);
        this.keeper = DaemonThreads.of(name + "-keeper", this::keep);
    }

    void start() {
        settler.start();
        keeper.start();
    }

    private void settle() {
        DoublingPause pause = new DoublingPause(FIRST_PAUSE, LONGEST_PAUSE);
        while (running) {
            try {
                List<AttemptPool.Ended<L>> ended = pool.settle(PATIENCE, SETTLE_AT_ONCE);
                if (!ended.isEmpty()) {
                    settlements.worked();
                    settled.accept(ended);
                }
                pause.reset();
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) {
                settlements.failed(e);
                events.publish(() -> new RedriveEvent.StoreFailed("settle"));
                if (!sleep(pause.next())) return;
            }
        }
    }

    private void keep() {
        while (running && sleep(leaseTime.dividedBy(3))) {
            if (pool.isEmpty()) continue;
            try {
                pool.renewLeases();
                renewals.worked();
            } catch (Throwable e) {
                renewals.failed(e);
                events.publish(() -> new RedriveEvent.StoreFailed("renew"));
            }
        }
    }

    private static boolean sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** Settles what has ended by now, and ends. */
    @Override
    public void close() {
        running = false;
        keeper.interrupt();
        if (pool.isEmpty()) settler.interrupt();
        try {
            settler.join(STOP_GRACE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        settler.interrupt();
    }
}
