package dev.redrive.letter;

import dev.redrive.json.Json;
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
    /** Shown as the error of an attempt whose lease ran out; without one it would look like a success. It is never stored. */
    public static final Failure LEASE_LOST = new Failure(
            "LeaseLost",
            null,
            "the worker did not come back before its lease ended; the letter may or may not have been sent",
            StackTrace.none(),
            Json.EMPTY_OBJECT,
            Category.UNKNOWN,
            Retryability.TRANSIENT);

    /** The news of a consumer, which no worker of ours made; it is a try of its own in the letter's history. */
    public static Attempt cameBack(int token, Instant failedAt, Failure failure) {
        return new Attempt(token, failedAt, Duration.ZERO, "consumer", "none", Result.CAME_BACK, failure);
    }

    /** True for a try of the sender, before there was a letter. */
    public boolean wasBeforeCapture() {
        return token <= 0;
    }

    /** The failure to show: its own, or {@link #LEASE_LOST}; null when it did not fail. */
    public @Nullable Failure shownFailure() {
        return failure == null && result == Result.LEASE_LOST ? LEASE_LOST : failure;
    }

    public Attempt numbered(int number) {
        return new Attempt(number, startedAt, took, worker, strategy, result, failure);
    }

    /** How a try ended. Declared in the order in which it is stored. */
    public enum Result {
        SUCCEEDED,
        SENT,
        FAILED,
        /** The worker died or lost contact; how far it came is unknown. */
        LEASE_LOST,
        /** It had been sent to its broker and failed again at its consumer. */
        CAME_BACK
    }
}
