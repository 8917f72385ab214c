package dev.redrive.store.retention;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one run of retention came to.
 *
 * @param node where it ran
 * @param archived how many letters were written to the archive
 * @param closed how many failed letters became {@code ARCHIVED}
 * @param removed how many letters left the store
 * @param held how many were past their time and kept by a legal hold
 * @param objects how many objects were written
 * @param bytes how many bytes they have together
 * @param problem why it ended early or what it left out, or null when all was done
 */
public record RetentionRun(
        String node,
        Instant startedAt,
        Instant endedAt,
        long archived,
        long closed,
        long removed,
        long held,
        long objects,
        long bytes,
        @Nullable String problem) {
    public RetentionRun {
        startedAt = startedAt.truncatedTo(ChronoUnit.MILLIS);
        endedAt = endedAt.truncatedTo(ChronoUnit.MILLIS);
    }
}
