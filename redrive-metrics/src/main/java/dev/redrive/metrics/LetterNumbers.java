package dev.redrive.metrics;

import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import java.time.Duration;
import java.util.Optional;

/** What the store says about its letters at one moment. */
public interface LetterNumbers {
    StatusCounts counts();

    /** The age of the oldest open letter, or empty when none is open. */
    Optional<Duration> oldestAge();

    /** All open letters, including those that wait for a manual decision. */
    default long queueSize() {
        return counts().open();
    }

    /** Letters that are retried automatically. */
    default long backlog() {
        return counts().of(LetterStatus.PENDING) + counts().of(LetterStatus.RETRYING);
    }
}
