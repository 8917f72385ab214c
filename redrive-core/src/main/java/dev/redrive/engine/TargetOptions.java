package dev.redrive.engine;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The limits for sending to a target: rate, circuit breaker and concurrency.
 *
 * @param ratePerSecond the most letters sent in a second, or null for no limit
 * @param circuit when to leave a target alone that keeps failing
 * @param concurrency the most letters in flight to it at the same time, sent by the engine, by replays and by
 *     hand; when empty the engine shares its workers out by how quick the targets are
 */
public record TargetOptions(@Nullable Double ratePerSecond, CircuitOptions circuit, OptionalInt concurrency) {
    public TargetOptions {
        if (concurrency.isPresent() && concurrency.getAsInt() < 1)
            throw new IllegalArgumentException("concurrency must be at least 1, was " + concurrency.getAsInt());
        if (ratePerSecond != null && !(ratePerSecond > 0))
            throw new IllegalArgumentException("rate per second must be more than 0, was " + ratePerSecond);
    }

    public static TargetOptions defaults() {
        return new TargetOptions(null, CircuitOptions.defaults(), OptionalInt.empty());
    }

    public TargetOptions perSecond(double rate) {
        return new TargetOptions(rate, circuit, concurrency);
    }

    public TargetOptions with(CircuitOptions value) {
        return new TargetOptions(ratePerSecond, value, concurrency);
    }

    public TargetOptions concurrency(int most) {
        return new TargetOptions(ratePerSecond, circuit, OptionalInt.of(most));
    }

    /**
     * When a circuit opens and for how long.
     *
     * @param window how many of the last attempts are looked at
     * @param minimum how many there must be before it can open
     * @param failureShare which share of them must have failed for reasons of the target
     * @param openFor how long it stays open before a few letters are tried
     * @param probes how many letters are tried then
     * @param slowAfter an attempt that takes so long counts against the target like a failure, even if it succeeds
     */
    public record CircuitOptions(
            int window, int minimum, double failureShare, Duration openFor, int probes, Duration slowAfter) {
        private static final Duration SLOW = Duration.ofSeconds(30);

        public CircuitOptions {
            if (slowAfter.toMillis() < 1)
                throw new IllegalArgumentException("slow attempts take a while, not " + slowAfter);
            if (window < 1 || minimum < 1 || probes < 1)
                throw new IllegalArgumentException("window, minimum and probes of a circuit must be at least 1");
            if (!(failureShare > 0 && failureShare <= 1))
                throw new IllegalArgumentException("failure share must be above 0 and at most 1, was " + failureShare);
            if (openFor.toMillis() < 1)
                throw new IllegalArgumentException("a circuit must stay open for a while, not for " + openFor);
        }

        public CircuitOptions(int window, int minimum, double failureShare, Duration openFor, int probes) {
            this(window, minimum, failureShare, openFor, probes, SLOW);
        }

        public CircuitOptions slowAfter(Duration value) {
            return new CircuitOptions(window, minimum, failureShare, openFor, probes, value);
        }

        public static CircuitOptions defaults() {
            return new CircuitOptions(20, 10, 0.5, Duration.ofSeconds(30), 3);
        }
    }
}
