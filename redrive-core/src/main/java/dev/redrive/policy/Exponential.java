package dev.redrive.policy;

import java.time.Duration;

/**
 * Waits twice as long each time: {@code base · 2^retryCount}, at most {@code max}, plus a random part of up to
 * {@code jitter} times that delay, so that letters which failed together do not come back together.
 */
public record Exponential(Duration base, Duration max, double jitter) implements Strategy {
    public Exponential {
        Limits.positive("base", base);
        Limits.positive("max", max);
        if (max.compareTo(base) < 0) {
            throw new IllegalArgumentException("max must be at least base, was " + max + " with base " + base);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter must be between 0 and 1, was " + jitter);
        }
    }

    public static Exponential defaults() {
        return new Exponential(Duration.ofSeconds(1), Duration.ofMinutes(5), 0.3);
    }

    @Override
    public Decision next(RetryContext context) {
        Duration delay = delay(context.retryCount());
        double spread = jitter * context.random().nextDouble();
        return context.retryAfter(delay.plusNanos((long) (delay.toNanos() * spread)));
    }

    /** Compares before it multiplies, so that no retry count can overflow. */
    private Duration delay(int retryCount) {
        if (retryCount > 61) return max;
        long factor = 1L << retryCount;
        return factor <= max.dividedBy(base) ? base.multipliedBy(factor) : max;
    }

    @Override
    public String word() {
        return "exponential";
    }
}
