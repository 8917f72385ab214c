package dev.redrive.letter;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The status of a letter and everything else that changes while it is retried.
 *
 * @param attempt the token of the attempt that is being made, or of the last one; 0 before the first
 * @param receipt where a letter in {@code REPLAYED} is, as its target said
 */
public record LetterState(
        LetterStatus status,
        int retryCount,
        int maxRetries,
        int attempt,
        @Nullable Instant nextRetryAt,
        @Nullable String lockedBy,
        @Nullable Instant lockedAt,
        @Nullable Instant lockedUntil,
        Instant firstFailedAt,
        Instant lastFailedAt,
        Instant updatedAt,
        @Nullable String receipt,
        @Nullable Resolution resolution,
        @Nullable LetterId blockedBy,
        int version) {

    /** The same state, with other words for what was noted when the letter was closed. */
    public LetterState withNotes(UnaryOperator<String> words) {
        if (resolution == null || resolution.notes() == null) return this;
        return new LetterState(
                status,
                retryCount,
                maxRetries,
                attempt,
                nextRetryAt,
                lockedBy,
                lockedAt,
                lockedUntil,
                firstFailedAt,
                lastFailedAt,
                updatedAt,
                receipt,
                resolution.noted(words.apply(resolution.notes())),
                blockedBy,
                version);
    }
}
