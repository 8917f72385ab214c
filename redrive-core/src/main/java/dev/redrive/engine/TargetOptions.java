package dev.redrive.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a target is spared.
 *
 * @param ratePerSecond the most letters sent in a second, or null for no limit
 * @param circuit when to leave a target alone that keeps failing
 */
public record TargetOptions(@Nullable Double ratePerSecond, CircuitOptions circuit) {
    public TargetOptions {
        if (ratePerSecond != null && !(ratePerSecond > 0))
            throw new IllegalArgumentException("rate per second must be more than 0, was " + ratePerSecond);
    }

    public static TargetOptions defaults() {
        return new TargetOptions(null, CircuitOptions.defaults());
    }

    public TargetOptions perSecond(double rate) {
        return new TargetOptions(rate, circuit);
    }

    public TargetOptions with(CircuitOptions value) {
        return new TargetOptions(ratePerSecond, value);
    }

    /**
     * When a circuit opens and for how long.
     *
     * @param window how many of the last attempts are looked at
     * @param minimum how many there must be before it can open
     * @param failureShare which share of them must have failed for reasons of the target
     * @param openFor how long it stays open before a few letters are tried
     * @param probes how many letters are tried then
     */
    public record CircuitOptions(int window, int minimum, double failureShare, Duration openFor, int probes) {
        public CircuitOptions {
            if (window < 1 || minimum < 1 || probes < 1)
                throw new IllegalArgumentException("window, minimum and probes of a circuit must be at least 1");
            if (!(failureShare > 0 && failureShare <= 1))
                throw new IllegalArgumentException("failure share must be above 0 and at most 1, was " + failureShare);
            if (openFor.toMillis() < 1)
                throw new IllegalArgumentException("a circuit must stay open for a while, not for " + openFor);
        }

        public static CircuitOptions defaults() {
            return new CircuitOptions(20, 10, 0.5, Duration.ofSeconds(30), 3);
        }
    }
}
