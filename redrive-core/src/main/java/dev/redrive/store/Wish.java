package dev.redrive.store;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;

/** A claim on a letter as it was last seen: by its status, its last attempt and its version. */
public record Wish(LetterId id, LetterStatus status, int attempt, int version) {}
