package dev.redrive.series;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The count of one kind of event in a channel in the minute that begins at this time. */
public record MinuteCount(Instant minute, String channel, Measure measure, long count) {
    public MinuteCount {
        minute = minute.truncatedTo(ChronoUnit.MINUTES);
    }

    /** What is counted. */
    public enum Measure {
        CAPTURED,
        /** Tries that ended, well or not. */
        ATTEMPTED,
        RESOLVED,
        /** Letters that need a person now. */
        FAILED,
        ARCHIVED
    }
}
