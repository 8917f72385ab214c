package dev.redrive.jdbc.counters;

import dev.redrive.letter.Failure;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The key under which a letter is counted: its channel, and error type, category (as stored) and cause of the failure that
 * it was captured for.
 *
 * @param lastCause the cause of its newest failure, when that is another one
 */
public record CounterKey(
        String channel,
        String errorType,
        int category,
        UUID cause,
        @Nullable UUID lastCause) {
    public static CounterKey of(String channel, Failure failure, UUID cause) {
        return new CounterKey(channel, failure.type(), failure.category().ordinal(), cause, null);
    }

    public CounterKey failingWith(UUID last) {
        return new CounterKey(channel, errorType, category, cause, last.equals(cause) ? null : last);
    }
}
