package dev.redrive.server.pages;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** How much time may go into something: so much of each second, and what was not used of the last ones. Safe for many threads. */
@Component
final class TimeBudget {
    private static final double SHARE = 0.08;
    private static final Duration MOST = Duration.ofMillis(800);

    private long left = MOST.toNanos();
    private long at = System.nanoTime();

    synchronized boolean isUsedUp() {
        long now = System.nanoTime();
        left = Math.min(MOST.toNanos(), left + (long) ((now - at) * SHARE));
        at = now;
        return left <= 0;
    }

    /** One that took very long is paid for within a minute. */
    synchronized void spend(Duration time) {
        left = Math.max(left - time.toNanos(), -TimeUnit.SECONDS.toNanos(5));
    }
}
