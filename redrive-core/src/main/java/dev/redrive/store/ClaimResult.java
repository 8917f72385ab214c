package dev.redrive.store;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer to a claim on one letter. */
public sealed interface ClaimResult {
    record Leased(Claimed claimed) implements ClaimResult {}

    /** Its status does not allow it; with a time when somebody else holds a lease until then. */
    record NotAllowed(LetterStatus from, @Nullable Instant leasedUntil) implements ClaimResult {}

    /** An earlier letter of its sequence is still open. */
    record Blocked(LetterId by) implements ClaimResult {}

    record NoSuchLetter() implements ClaimResult {}
}
