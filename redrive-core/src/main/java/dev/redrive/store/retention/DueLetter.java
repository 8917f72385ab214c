package dev.redrive.store.retention;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;

/**
 * A letter whose retention is over, as it was seen.
 *
 * @param attempt the token of its last attempt
 * @param version of its message, which grows with every edit
 */
public record DueLetter(
        LetterId id,
        String channel,
        String errorType,
        LetterStatus status,
        int attempt,
        Instant updatedAt,
        int version) {}
