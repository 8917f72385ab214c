package dev.redrive.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Where a letter stands when its next retry is chosen: how often it was retried already, and the earliest time the
 * other side allows ({@code Retry-After}), if it said so.
 */
public record RetryContext(
        int retryCount, Instant now, @Nullable Instant notBefore, RandomGenerator random) {
    public RetryContext {
        if (retryCount < 0) throw new IllegalArgumentException("retryCount must not be negative, was " + retryCount);
    }

    Decision retryAfter(Duration delay) {
        return retryAt(now.plus(delay));
    }

    /** The given time, or a later one when the target said so ({@code Retry-After}). */
    Decision retryAt(Instant time) {
        return new Decision.RetryAt(notBefore != null && notBefore.isAfter(time) ? notBefore : time);
    }
}
