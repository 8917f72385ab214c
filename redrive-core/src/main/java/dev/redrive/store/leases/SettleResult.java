package dev.redrive.store.leases;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;

/** The result of a settlement. */
public sealed interface SettleResult {
    record To(LetterId id, LetterStatus status) implements SettleResult {}

    /** The lease was lost; nothing was changed. */
    record LeaseLost(LetterId id) implements SettleResult {}
}
