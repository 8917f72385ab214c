package dev.redrive.store.decisions;

import dev.redrive.store.holds.LegalHold;
import java.time.Instant;

/** The result of rewriting a letter. */
public sealed interface RewriteResult {
    record Done() implements RewriteResult {}

    /** It was edited or tried since; this is the version it has now. */
    record Outdated(int version) implements RewriteResult {}

    /** A worker holds it. */
    record Leased(Instant until) implements RewriteResult {}

    record Held(LegalHold hold) implements RewriteResult {}

    record NoSuchLetter() implements RewriteResult {}
}
