package dev.redrive.letter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a letter stands: its status and all that changes while it is being brought back. */
public record Standing(
        LetterStatus status,
        int retryCount,
        int maxRetries,
        @Nullable Instant nextRetryAt,
        @Nullable String lockedBy,
        @Nullable Instant lockedUntil,
        Instant firstFailedAt,
        Instant lastFailedAt,
        Instant updatedAt,
        @Nullable Resolution resolution,
        @Nullable LetterId blockedBy,
        int version) {}
