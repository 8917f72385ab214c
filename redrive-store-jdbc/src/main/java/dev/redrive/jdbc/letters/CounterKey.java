package dev.redrive.jdbc.letters;

import dev.redrive.letter.Failure;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a letter is counted under: its channel, error type, category (as stored) and cause, those of the failure that made it.
 *
 * @param lastCause what it fails with now, when that is another cause
 */
public record CounterKey(
        String channel,
        String errorType,
        int category,
        UUID cause,
        @Nullable UUID lastCause) {
    static CounterKey of(String channel, Failure failure, UUID cause) {
        return new CounterKey(channel, failure.type(), failure.category().ordinal(), cause, null);
    }

    CounterKey failingWith(UUID last) {
        return new CounterKey(channel, errorType, category, cause, last.equals(cause) ? null : last);
    }
}
