package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Instant;

/** Writes an attempt that failed: the attempt with its failure, the cause, the letter's new state and the counters. */
final class FailedAttempts {
    private final LetterTables tables;
    private final Instant now;

    FailedAttempts(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /**
     * @param before the status that the letter is counted under until now
     * @param letter the state, removed from its table, with this attempt counted
     * @param blocked whether the letter waits behind another one of its sequence
     */
    void write(
            LetterStatus before,
            StateRow letter,
            CounterKey kind,
            Attempt attempt,
            Settlement.Failed failed,
            LetterStatus to,
            boolean blocked)
            throws SQLException {
        Failure failure = failed.failure();
        StoredTrace trace = StoredTrace.of(failure.stackTrace(), now);
        tables.attempts().insert(trace);
        tables.attempts().insert(new AttemptRow(letter.id(), attempt, trace.id(), trace.messages()));
        tables.causes().recordFailure(failed.fingerprint(), now);
        tables.attempts().setLastFailure(letter, kind, failed);
        tables.states()
                .insert(
                        failed instanceof Settlement.Retry retry
                                ? letter.pending(now, retry.at(), blocked)
                                : letter.settled(to, now, null));
        count(before, kind, to, failed);
    }

    /** A letter is counted under the failure that it was captured for, but may fail with another cause from now on. */
    private void count(LetterStatus before, CounterKey kind, LetterStatus to, Settlement.Failed failed) {
        tables.deltas().add(kind, before, -1);
        tables.deltas().add(kind.failingWith(failed.fingerprint().id().value()), to, 1);
    }
}
