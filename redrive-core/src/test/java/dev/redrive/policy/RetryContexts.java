package dev.redrive.policy;

import java.time.Instant;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Retry contexts for tests: fixed time and fixed random numbers. */
final class RetryContexts {
    static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    private RetryContexts() {}

    static RetryContext afterRetries(int retryCount) {
        return context(retryCount, NOON, null);
    }

    static RetryContext at(String now, int retryCount) {
        return context(retryCount, Instant.parse(now), null);
    }

    static RetryContext notBefore(Instant notBefore) {
        return context(0, NOON, notBefore);
    }

    static RetryContext withChance(int retryCount, double chance) {
        return new RetryContext(retryCount, NOON, null, always(chance));
    }

    private static RetryContext context(int retryCount, Instant now, @Nullable Instant notBefore) {
        return new RetryContext(retryCount, now, notBefore, new Random(42));
    }

    private static RandomGenerator always(double chance) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("only nextDouble is expected here");
            }

            @Override
            public double nextDouble() {
                return chance;
            }
        };
    }
}
