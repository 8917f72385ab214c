package dev.redrive.store;

import dev.redrive.letter.LetterStatus;

/** The answer to an edit. */
public sealed interface Edited {
    record As(int version) implements Edited {}

    /** Somebody else edited it since; this is the version it has now. */
    record Outdated(int version) implements Edited {}

    /** A worker holds it, or it is closed. */
    record NotAllowed(LetterStatus status) implements Edited {}

    record NoSuchLetter() implements Edited {}
}
