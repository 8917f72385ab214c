package dev.redrive.letter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a letter stands: its status and all that changes while it is being brought back.
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
        int version) {}
