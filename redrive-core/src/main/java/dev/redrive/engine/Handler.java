package dev.redrive.engine;

import dev.redrive.letter.DeadLetter;

/** Processes a letter again. To return means that it is done; anything thrown means that it failed again. */
@FunctionalInterface
public interface Handler {
    void handle(DeadLetter letter) throws Exception;
}
