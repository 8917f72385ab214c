package dev.redrive.store;

import dev.redrive.letter.LetterStatus;
import java.time.Duration;
import java.util.Optional;

/** How long closed and failed letters are kept. Letters that wait for something never expire. */
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

    /** How long after its last change a letter in this status is kept; empty means for ever. */
    public Optional<Duration> of(LetterStatus status) {
        return switch (status) {
            case RESOLVED -> Optional.of(resolved);
            case FAILED -> Optional.of(failed);
            case ARCHIVED -> Optional.of(archived);
            case PENDING, RETRYING, REPLAYED, MANUAL -> Optional.empty();
        };
    }
}
