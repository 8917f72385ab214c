package dev.redrive.store.retention;

import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import dev.redrive.store.decisions.ManualMove;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;

/**
 * How long resolved, failed and archived letters are kept after their last change. A resolved or archived letter leaves the
 * store after its time; a failed one becomes {@code ARCHIVED}. All of them are in the archive first, when there is one.
 * Open letters never expire.
 */
public record Retention(Duration resolved, Duration failed, Duration archived) {
    public Retention {
        for (Duration time : new Duration[] {resolved, failed, archived}) {
            if (time.isNegative() || time.isZero())
                throw new IllegalArgumentException("retention must be longer than nothing, was " + time);
        }
    }

    public static Retention defaults() {
        return new Retention(Duration.ofDays(30), Duration.ofDays(90), Duration.ofDays(365));
    }

    /** How long a letter in this status is kept after its last change. */
    public Duration of(LetterStatus status) {
        return switch (status) {
            case RESOLVED -> resolved;
            case FAILED -> failed;
            case ARCHIVED -> archived;
            case PENDING, RETRYING, REPLAYED, MANUAL ->
                throw new IllegalArgumentException("a letter that is " + status + " never expires");
        };
    }

    /** The shortest of the three. */
    public Duration shortest() {
        return Collections.min(List.of(resolved, failed, archived));
    }

    /** What happens to a failed letter whose retention is over. */
    public ManualMove archiving() {
        String notes = "failed and left alone for " + text(failed);
        return new ManualMove(Move.ARCHIVE, Resolution.How.DISCARD, "retention", notes, null);
    }

    /** A time for people to read, in the largest unit that expresses it exactly: 30 days, 36 hours, 1 minute. */
    public static String text(Duration time) {
        if (time.toSeconds() % ChronoUnit.DAYS.getDuration().toSeconds() == 0) return count(time.toDays(), "day");
        if (time.toSeconds() % ChronoUnit.HOURS.getDuration().toSeconds() == 0) return count(time.toHours(), "hour");
        if (time.toSeconds() % ChronoUnit.MINUTES.getDuration().toSeconds() == 0)
            return count(time.toMinutes(), "minute");
        return count(time.toSeconds(), "second");
    }

    private static String count(long count, String unit) {
        return count + " " + unit + (count == 1 ? "" : "s");
    }
}
