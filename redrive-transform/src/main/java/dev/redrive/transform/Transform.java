package dev.redrive.transform;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Message;

/** A change of letters, understood and checked. Safe to use from many threads. */
@FunctionalInterface
public interface Transform {
    /**
     * The letter's message, changed; what the transform does not change is the very same, byte for byte.
     *
     * @throws TransformFailed when this letter cannot be changed
     */
    Message apply(DeadLetter letter);
}
