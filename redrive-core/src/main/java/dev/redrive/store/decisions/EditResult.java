package dev.redrive.store.decisions;

import dev.redrive.letter.LetterStatus;

/** The result of an edit. */
public sealed interface EditResult {
    record As(int version) implements EditResult {}

    /** It was edited since; this is the version it has now. */
    record Outdated(int version) implements EditResult {}

    /** A worker holds it, or it is closed. */
    record NotAllowed(LetterStatus status) implements EditResult {}

    record NoSuchLetter() implements EditResult {}
}
