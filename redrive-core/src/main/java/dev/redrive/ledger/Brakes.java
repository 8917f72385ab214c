package dev.redrive.ledger;

import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The limits under which a replay sends: rate, concurrency, steps, hours and when it stops.
 *
 * @param batchSize the most letters that are taken at once
 * @param concurrency how many letters are sent at the same time
 * @param ratePerSecond the most letters sent in a second, or null for no limit
 * @param steps how many letters it sends between two waits: {@code [1, 10, 100]} sends one, then ten, then a hundred,
 *     then the rest
 * @param stepPause how long it waits after a step; empty means until it is resumed
 * @param stop when it stops by itself
 * @param hours the only hours in which it sends, or empty for any
 * @param onlyWhile what must hold of this machine while it sends, beside healthy targets
 */
public record Brakes(
        int batchSize,
        int concurrency,
        @Nullable Double ratePerSecond,
        List<Integer> steps,
        Optional<Duration> stepPause,
        StopRule stop,
        Optional<OffPeak> hours,
        Optional<Conditions> onlyWhile) {
    public static final int MAX_BATCH = 1000;
    public static final int MAX_CONCURRENCY = 64;
    public static final int MAX_STEPS = 20;

    public Brakes {
        if (batchSize < 1 || batchSize > MAX_BATCH)
            throw new IllegalArgumentException("batchSize must be between 1 and " + MAX_BATCH + ", was " + batchSize);
        if (concurrency < 1 || concurrency > MAX_CONCURRENCY)
            throw new IllegalArgumentException(
                    "concurrency must be between 1 and " + MAX_CONCURRENCY + ", was " + concurrency);
        if (ratePerSecond != null && !(ratePerSecond > 0 && ratePerSecond <= 1_000_000))
            throw new IllegalArgumentException(
                    "ratePerSecond must be more than 0 and at most 1000000, was " + ratePerSecond);
        steps = List.copyOf(steps);
        if (steps.size() > MAX_STEPS)
            throw new IllegalArgumentException("steps can be at most " + MAX_STEPS + ", were " + steps.size());
        for (int step : steps) {
            if (step < 1)
                throw new IllegalArgumentException(
                        "each of steps must be at least 1, as in [1, 10, 100]; were " + steps);
        }
        if (stepPause.isPresent()
                && (stepPause.get().isNegative() || stepPause.get().isZero()))
            throw new IllegalArgumentException("stepPause must be more than 0, was " + stepPause.get());
    }

    public static Brakes defaults() {
        return new Brakes(
                100, 8, null, List.of(), Optional.empty(), StopRule.defaults(), Optional.empty(), Optional.empty());
    }

    /** How many letters have gone out when so many steps are complete; no limit after the last. */
    public long sentAfter(int completeSteps) {
        if (completeSteps > steps.size()) return Long.MAX_VALUE;
        return steps.subList(0, completeSteps).stream()
                .mapToLong(Integer::longValue)
                .sum();
    }

    public Brakes batchSize(int value) {
        return new Brakes(value, concurrency, ratePerSecond, steps, stepPause, stop, hours, onlyWhile);
    }

    public Brakes concurrency(int value) {
        return new Brakes(batchSize, value, ratePerSecond, steps, stepPause, stop, hours, onlyWhile);
    }

    public Brakes perSecond(@Nullable Double value) {
        return new Brakes(batchSize, concurrency, value, steps, stepPause, stop, hours, onlyWhile);
    }

    public Brakes steps(List<Integer> value, Optional<Duration> pause) {
        return new Brakes(batchSize, concurrency, ratePerSecond, value, pause, stop, hours, onlyWhile);
    }

    public Brakes stop(StopRule value) {
        return new Brakes(batchSize, concurrency, ratePerSecond, steps, stepPause, value, hours, onlyWhile);
    }

    public Brakes hours(OffPeak value) {
        return new Brakes(batchSize, concurrency, ratePerSecond, steps, stepPause, stop, Optional.of(value), onlyWhile);
    }

    public Brakes onlyWhile(Conditions value) {
        return new Brakes(batchSize, concurrency, ratePerSecond, steps, stepPause, stop, hours, Optional.of(value));
    }

    /**
     * Stops a replay when more than a share of its last letters failed.
     *
     * @param share from 0 to 1; with 1 it never stops
     * @param window how many of the last letters are looked at
     * @param minimum how many there must be before it can stop
     */
    public record StopRule(double share, int window, int minimum) {
        public StopRule {
            if (!(share >= 0 && share <= 1))
                throw new IllegalArgumentException("stopWhenFailing must be between 0 and 1, was " + share);
            if (window < 1 || window > 10_000 || minimum < 1 || minimum > window)
                throw new IllegalArgumentException("the window must be between 1 and 10000 letters, and the minimum"
                        + " between 1 and the window; were " + window + " and " + minimum);
        }

        public static StopRule defaults() {
            return at(0.5);
        }

        public static StopRule at(double share) {
            return new StopRule(share, 100, 20);
        }
    }
}
