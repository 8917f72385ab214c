package dev.redrive.policy;

import dev.redrive.letter.Priority;
import org.jspecify.annotations.Nullable;

/** A retry policy: which letters it is for, their strategy, most retries and priority. */
public record Policy(
        Match match,
        Strategy strategy,
        int maxRetries,
        @Nullable Priority priority) {
    public static final int DEFAULT_MAX_RETRIES = 5;

    public Policy {
        if (maxRetries < 0 || maxRetries > 1_000_000) {
            throw new IllegalArgumentException("max-retries must be between 0 and 1000000, was " + maxRetries);
        }
    }

    public static Policy of(Match match, Strategy strategy) {
        return new Policy(match, strategy, DEFAULT_MAX_RETRIES, null);
    }

    public Policy withMaxRetries(int value) {
        return new Policy(match, strategy, value, priority);
    }

    public Policy with(Priority value) {
        return new Policy(match, strategy, maxRetries, value);
    }
}
