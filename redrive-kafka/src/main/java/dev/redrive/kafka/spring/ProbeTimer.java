package dev.redrive.kafka.spring;

import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A timer for probes and pauses. Its thread ends when there is nothing to do, so it needs no close. */
final class ProbeTimer {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeTimer.class);

    private final ScheduledThreadPoolExecutor executor;

    ProbeTimer() {
        executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("redrive-listener-timer"));
        executor.setKeepAliveTime(10, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
    }

    void later(Duration delay, Runnable task) {
        Future<?> unused = after(delay, task);
    }

    /** The same as something that can be cancelled. */
    Future<?> after(Duration delay, Runnable task) {
        return executor.schedule(() -> run(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener container could not be paused or resumed", e);
        }
    }
}
