package dev.redrive.store;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;

/** The answer to a settlement. */
public sealed interface Settled {
    record To(LetterId id, LetterStatus status) implements Settled {}

    /** Somebody else holds the letter by now; nothing was changed. */
    record LeaseLost(LetterId id) implements Settled {}
}
