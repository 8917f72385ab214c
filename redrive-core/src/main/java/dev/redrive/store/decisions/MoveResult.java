package dev.redrive.store.decisions;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result of a move of one letter. */
public sealed interface MoveResult {
    record To(String channel, LetterStatus from, LetterStatus to) implements MoveResult {}

    /** Its status does not allow it; with a time when a worker holds a lease until then. */
    record NotAllowed(LetterStatus from, @Nullable Instant leasedUntil) implements MoveResult {}

    /** It would be sent by itself then, and part of its message is missing. */
    record NotWhole(Completeness why) implements MoveResult {}

    record NoSuchLetter() implements MoveResult {}
}
