package dev.redrive.store.decisions;

import dev.redrive.store.holds.LegalHold;
import java.time.Instant;

/** The result of a deletion. */
public sealed interface DeleteResult {
    record Gone() implements DeleteResult {}

    /** A worker holds it. */
    record Leased(Instant until) implements DeleteResult {}

    record Held(LegalHold hold) implements DeleteResult {}

    record NoSuchLetter() implements DeleteResult {}
}
