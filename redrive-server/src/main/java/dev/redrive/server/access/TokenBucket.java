package dev.redrive.server.access;

import java.time.Duration;

/** Lets things pass at a steady rate, and some at once after a rest: a token bucket, kept as the time at which it is full again. */
public final class TokenBucket {
    private final long interval;
    private final long burst;
    private long fullAt;

    public TokenBucket(int perSecond, int burst, long now) {
        this.interval = Duration.ofSeconds(1).toNanos() / perSecond;
        this.burst = burst * interval;
        this.fullAt = now;
    }

    /** Zero when it may pass, otherwise how long to wait. Times are of {@link System#nanoTime()}. */
    public Duration take(long now) {
        long owed = Math.max(0, fullAt - now) + interval;
        if (owed > burst) return Duration.ofNanos(owed - burst);
        fullAt = now + owed;
        return Duration.ZERO;
    }
}
