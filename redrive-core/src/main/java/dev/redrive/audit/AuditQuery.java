package dev.redrive.audit;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which lines of the audit log: of a person, of an action, of a subject, of a time, before a line; what is empty does not matter.
 *
 * @param from written at this time or later
 * @param to written before this time
 */
public record AuditQuery(
        Optional<String> by,
        Optional<String> action,
        Optional<String> subject,
        Optional<Instant> from,
        Optional<Instant> to,
        OptionalLong before,
        int limit) {
    public static final int MOST = 500;

    public AuditQuery {
        if (limit < 1 || limit > MOST)
            throw new IllegalArgumentException("limit must be between 1 and " + MOST + ", was " + limit);
        by = by.map(CleanText::text);
        action = action.map(CleanText::text);
        subject = subject.map(CleanText::text);
    }

    public static AuditQuery newest(int limit) {
        return new AuditQuery(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                limit);
    }
}
