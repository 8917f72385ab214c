package dev.redrive.audit;

import dev.redrive.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A change that somebody made: who, from which address, did what to what, and how many letters it changed. */
public record AuditNote(Instant at, String by, String role, String from, String action, String subject, long count) {
    /** As every store can hold it, so that what is read has the hash of what was written. */
    public AuditNote {
        at = at.truncatedTo(ChronoUnit.MILLIS);
        by = CleanText.text(by);
        role = CleanText.text(role);
        from = CleanText.text(from);
        action = CleanText.text(action);
        subject = CleanText.text(subject);
    }
}
