package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.Settlement;
import java.time.Instant;
import java.util.UUID;

/**
 * An attempt that failed, and what follows from it.
 *
 * @param before the status that the letter is counted under until now
 * @param letter the state, removed from its table, with this attempt counted
 * @param after the letter's new status
 * @param blocked whether the letter waits behind another one of its sequence
 */
public record FailedAttempt(
        LetterStatus before,
        StateRow letter,
        CounterKey kind,
        Attempt attempt,
        Settlement.Failed outcome,
        LetterStatus after,
        boolean blocked) {
    public UUID cause() {
        return outcome.fingerprint().id().value();
    }

    /** Whether the letter failed as it did when it was captured. */
    public boolean isAsCaptured() {
        return cause().equals(kind.cause()) && outcome.failure().type().equals(kind.errorType());
    }

    public StateRow next(Instant now) {
        return outcome instanceof Settlement.Retry retry
                ? letter.pending(now, retry.at(), blocked)
                : letter.settled(after, now, null);
    }
}
