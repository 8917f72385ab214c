package dev.redrive.store.leases;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt: the lease it ran under, how long it took, and its outcome, from which the next state of the
 * letter follows.
 */
public record Settlement(Lease lease, Duration took, String strategy, Outcome outcome) {

    /** The outcome of an attempt. */
    public sealed interface Outcome {
        /** The move that this outcome is in the letter's life. */
        Move move();
    }

    /** It failed, and this is why; the letter keeps the failure that made it. */
    public sealed interface Failed extends Outcome {
        Failure failure();

        Fingerprint fingerprint();
    }

    /** The target did the work. */
    public record Succeeded(Resolution.How how, @Nullable String by) implements Outcome {
        @Override
        public Move move() {
            return Move.SUCCEED;
        }
    }

    /** The letter was sent to a broker, which said where it is now. */
    public record Sent(String receipt) implements Outcome {
        @Override
        public Move move() {
            return Move.SEND;
        }
    }

    /** It failed, and is tried again at a time. */
    public record Retry(Failure failure, Fingerprint fingerprint, Instant at) implements Failed {
        @Override
        public Move move() {
            return Move.RETRY;
        }
    }

    /** It failed for good. */
    public record GaveUp(Failure failure, Fingerprint fingerprint) implements Failed {
        @Override
        public Move move() {
            return Move.GIVE_UP;
        }
    }

    /** It failed in a way that a person has to look at. */
    public record SetAside(Failure failure, Fingerprint fingerprint) implements Failed {
        @Override
        public Move move() {
            return Move.SET_ASIDE;
        }
    }

    /** It was not tried; the claim does not count as a retry. */
    public record Released(Instant at) implements Outcome {
        @Override
        public Move move() {
            return Move.RELEASE;
        }
    }

    /** It was not tried, and stands again as it did before the claim, which does not count as a retry. */
    public record PutBack(LetterStatus status, @Nullable Instant dueAt) implements Outcome {
        public PutBack {
            if ((status == LetterStatus.PENDING) != (dueAt != null))
                throw new IllegalArgumentException(
                        "exactly a letter that waits is due some time, not one in " + status);
        }

        @Override
        public Move move() {
            return switch (status) {
                case PENDING -> Move.RELEASE;
                case FAILED -> Move.GIVE_UP;
                case MANUAL -> Move.SET_ASIDE;
                case RETRYING, REPLAYED, RESOLVED, ARCHIVED ->
                    throw new IllegalStateException("no letter was claimed in " + status);
            };
        }
    }
}
