package dev.redrive.intake;

import dev.redrive.capture.FailedMessage;
import dev.redrive.letter.LetterId;
import java.util.function.Predicate;

/** A record that a reader found in a dead letter stream. */
public sealed interface Arrival {
    FailedMessage failed();

    /** A message that failed for the first time, as far as anybody knows. */
    record Fresh(FailedMessage failed) implements Arrival {}

    /**
     * A message that says to be a letter of ours that failed again. It need not be one: consumers hand headers on to
     * messages of their own.
     *
     * @param sentAs the token of the attempt that sent it
     * @param sentTo whether a receipt says that the letter was sent to where this message was read
     */
    record Back(LetterId letter, int sentAs, Predicate<String> sentTo, FailedMessage failed) implements Arrival {}
}
