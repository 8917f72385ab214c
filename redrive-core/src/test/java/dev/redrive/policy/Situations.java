package dev.redrive.policy;

import java.time.Instant;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Situations for tests: fixed time, and chance in the test's hand. */
final class Situations {
    static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    private Situations() {}

    static Situation afterRetries(int retryCount) {
        return situation(retryCount, NOON, null);
    }

    static Situation at(String now, int retryCount) {
        return situation(retryCount, Instant.parse(now), null);
    }

    static Situation notBefore(Instant notBefore) {
        return situation(0, NOON, notBefore);
    }

    static Situation withChance(int retryCount, double chance) {
        return new Situation(retryCount, NOON, null, always(chance));
    }

    private static Situation situation(int retryCount, Instant now, @Nullable Instant notBefore) {
        return new Situation(retryCount, now, notBefore, new Random(42));
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
