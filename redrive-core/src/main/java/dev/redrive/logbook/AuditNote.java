package dev.redrive.logbook;

import dev.redrive.text.Clean;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A change that somebody made: who, from which address, did what to what, and how many letters it changed. */
public record AuditNote(Instant at, String by, String role, String from, String action, String subject, long count) {
    /** As every store can hold it, so that what is read has the hash of what was written. */
    public AuditNote {
        at = at.truncatedTo(ChronoUnit.MILLIS);
        by = Clean.text(by);
        role = Clean.text(role);
        from = Clean.text(from);
        action = Clean.text(action);
        subject = Clean.text(subject);
    }
}
