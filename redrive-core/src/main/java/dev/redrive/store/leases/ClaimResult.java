package dev.redrive.store.leases;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result of a claim on one letter. */
public sealed interface ClaimResult {
    /** It is the worker's now; before, it was in this status and, when that was {@code PENDING}, due at this time. */
    record Leased(
            LeasedLetter claimed,
            LetterStatus from,
            @Nullable Instant dueAt) implements ClaimResult {}

    /** It is not as it was when it was last seen; this is how it stands now. */
    record Changed(LetterStatus status, int attempt, int version) implements ClaimResult {}

    /** Its status does not allow it; with a time when another worker holds a lease until then. */
    record NotAllowed(LetterStatus from, @Nullable Instant leasedUntil) implements ClaimResult {}

    /** An earlier letter of its sequence is still open. */
    record Blocked(LetterId by) implements ClaimResult {}

    /** Part of its message is missing, so it may not be sent. */
    record NotWhole(Completeness why) implements ClaimResult {}

    /** The letters before it in the same claim have as many bytes as it may take; nothing was done with this one. */
    record NoRoom() implements ClaimResult {}

    record NoSuchLetter() implements ClaimResult {}
}
