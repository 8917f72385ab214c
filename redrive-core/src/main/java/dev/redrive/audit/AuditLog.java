package dev.redrive.audit;

import java.util.List;

/** Stores audit lines, each chained to the one before it. Safe to use from many threads and processes at once. */
public interface AuditLog {
    /** Appends a line whose hash covers the line before it. */
    AuditLine append(AuditNote note);

    /** Newest first. */
    List<AuditLine> list(AuditQuery query);

    /** Oldest first, from this number on, to verify the chain. */
    List<AuditLine> from(long number, int limit);
}
