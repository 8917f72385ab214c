package dev.redrive.store.leases;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;

/** A claim on a letter as it was last seen: by its status, its last attempt and its version. */
public record ExpectedLetter(LetterId id, LetterStatus status, int attempt, int version) {}
