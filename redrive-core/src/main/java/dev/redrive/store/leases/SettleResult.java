package dev.redrive.store.leases;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;

/** The answer to a settlement. */
public sealed interface SettleResult {
    record To(LetterId id, LetterStatus status) implements SettleResult {}

    /** Somebody else holds the letter by now; nothing was changed. */
    record LeaseLost(LetterId id) implements SettleResult {}
}
