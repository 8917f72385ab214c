package dev.redrive.store.holds;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** An order to keep letters: it stops retention, deletion and erasure until it is lifted. */
public record LegalHold(HoldSubject subject, String by, String reason, Instant since) {
    public LegalHold {
        since = since.truncatedTo(ChronoUnit.MILLIS);
    }
}
