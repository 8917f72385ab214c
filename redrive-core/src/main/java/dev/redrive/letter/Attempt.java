package dev.redrive.letter;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try at a letter.
 *
 * @param token grows with every try; those that the sender made before the capture have none above 0
 */
public record Attempt(
        int token,
        Instant startedAt,
        Duration took,
        String worker,
        String strategy,
        Result result,
        @Nullable Failure failure) {

    /** The news of a consumer, which no worker of ours made; it is a try of its own in the letter's history. */
    public static Attempt cameBack(int token, Instant failedAt, Failure failure) {
        return new Attempt(token, failedAt, Duration.ZERO, "consumer", "none", Result.CAME_BACK, failure);
    }

    /** True for a try of the sender, before there was a letter. */
    public boolean wasBeforeCapture() {
        return token <= 0;
    }

    public Attempt numbered(int number) {
        return new Attempt(number, startedAt, took, worker, strategy, result, failure);
    }

    /** How a try ended. Declared in the order in which it is stored. */
    public enum Result {
        SUCCEEDED,
        SENT,
        FAILED,
        /** The worker died or lost contact; nobody knows how far it came. */
        LEASE_LOST,
        /** It had been sent to its broker and failed again at its consumer. */
        CAME_BACK
    }
}
