package dev.redrive.spring;

import dev.redrive.internal.policy.StrategySpec;
import dev.redrive.letter.Category;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.policy.StrategyKind;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How some letters are retried.
 *
 * @param category which kind of failure; without it any
 * @param retryability whether trying again may help; without it any
 * @param channel which channels, {@code *} stands for anything; without it any
 * @param errorType which error types, {@code *} stands for anything; without it any
 * @param strategy exponential, ladder, off-peak, conditional, manual or never
 * @param maxRetries how often at most, 5 by default
 * @param priority the letters' priority, unless they have one
 * @param base exponential: the first delay, 1s by default
 * @param max exponential: the longest delay, 5m by default
 * @param jitter exponential: which share of the delay is added at random at most, 0.3 by default
 * @param steps ladder: one delay per retry; the last one repeats
 * @param hours off-peak: the quiet hours of the day
 * @param zone off-peak: whose hours, UTC by default
 * @param when conditional: what must hold before a letter is tried
 * @param recheck conditional: how long until the conditions are checked again, 30s by default
 */
public record PolicyProperties(
        @Nullable Category category,
        @Nullable Retryability retryability,
        @Nullable String channel,
        @Nullable String errorType,
        @Nullable StrategyKind strategy,
        @Nullable Integer maxRetries,
        @Nullable Priority priority,
        @Nullable Duration base,
        @Nullable Duration max,
        @Nullable Double jitter,
        @Nullable List<Duration> steps,
        @Nullable List<Integer> hours,
        @Nullable ZoneId zone,
        @Nullable When when,
        @Nullable Duration recheck) {

    /**
     * Only what is named matters.
     *
     * @param circuit closed, or any
     * @param cpuBelow the share of the processors' time in use, from 0 to 1
     * @param memoryBelow the share of the memory in use, from 0 to 1
     * @param dbConnections available, or any
     */
    public record When(
            @Nullable CircuitState circuit,
            @Nullable Double cpuBelow,
            @Nullable Double memoryBelow,
            @Nullable Connections dbConnections) {}

    /** In which state a circuit must be. */
    public enum CircuitState {
        CLOSED,
        ANY
    }

    /** Whether the database must have connections to give. */
    public enum Connections {
        AVAILABLE,
        ANY
    }

    Policy policy() {
        Policy policy = Policy.of(match(), spec().strategy());
        if (maxRetries != null) policy = policy.withMaxRetries(maxRetries);
        return priority == null ? policy : policy.with(priority);
    }

    private Match match() {
        return new Match(category, retryability, glob(channel), glob(errorType));
    }

    private static @Nullable Glob glob(@Nullable String pattern) {
        return pattern == null ? null : new Glob(pattern);
    }

    private StrategySpec spec() {
        if (strategy == null)
            throw new IllegalArgumentException(
                    "strategy is missing; it is exponential, ladder, off-peak, conditional, manual or never");
        Conditions conditions = when == null ? null : conditions(when);
        return new StrategySpec(strategy, base, max, jitter, steps, hours, zone, conditions, recheck);
    }

    private static Conditions conditions(When when) {
        return new Conditions(
                when.circuit() == CircuitState.CLOSED,
                when.cpuBelow(),
                when.memoryBelow(),
                when.dbConnections() == Connections.AVAILABLE);
    }
}
