package dev.redrive.store.leases;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;

/** A letter to claim, due or not: only as it was last seen, or in any state. */
public sealed interface ExpectedLetter {
    LetterId id();

    /**
     * With this status, last attempt and version. When the lease runs out, the letter is again as it was before, with the
     * attempt counted.
     */
    record AsSeen(LetterId id, LetterStatus status, int attempt, int version) implements ExpectedLetter {}

    /**
     * In any status that allows a claim. When the lease runs out, the letter is due again, or failed when that was its last
     * retry.
     */
    record InAnyState(LetterId id) implements ExpectedLetter {}
}
