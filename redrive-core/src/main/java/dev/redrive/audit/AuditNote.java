package dev.redrive.audit;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A change to be audited: the user, their address, the action, its subject, and the number of letters changed. */
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
