package dev.redrive.store;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer to an order for one letter. */
public sealed interface Moved {
    record To(String channel, LetterStatus from, LetterStatus to) implements Moved {}

    /** Its status does not allow it; with a time when a worker holds a lease until then. */
    record NotAllowed(LetterStatus from, @Nullable Instant leasedUntil) implements Moved {}

    /** It would be sent by itself then, and part of its message is missing. */
    record NotWhole(Completeness why) implements Moved {}

    record NoSuchLetter() implements Moved {}
}
