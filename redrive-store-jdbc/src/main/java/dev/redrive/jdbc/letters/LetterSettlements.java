package dev.redrive.jdbc.letters;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Instant;

/** Settles attempts whose leases were just removed from their table. */
public final class LetterSettlements {
    private final LetterTables tables;
    private final Instant now;

    LetterSettlements(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /** Returns the new status. */
    public LetterStatus settle(HeldLease held, Settlement settlement) throws SQLException {
        StateRow lease = held.lease();
        Settlement.Outcome outcome = settlement.outcome();
        LetterStatus to = LetterStatus.RETRYING.after(outcome.move()).orElseThrow();
        if (outcome instanceof Settlement.Succeeded) {
            tables.states().insert(held.resolved(settlement, now));
            tables.deltas().move(held.kind(), LetterStatus.RETRYING, to);
            tables.sequences().leave(held.sequence(), lease.id());
        } else if (outcome instanceof Settlement.Sent sent) {
            tables.attempts().insert(lease.id(), held.attempt(settlement, Attempt.Result.SENT, null));
            tables.states().insert(lease.sent(to, now, sent.receipt()));
            tables.deltas().move(held.kind(), LetterStatus.RETRYING, to);
        } else if (outcome instanceof Settlement.Failed failed) {
            Attempt attempt = held.attempt(settlement, Attempt.Result.FAILED, failed.failure());
            tables.failures()
                    .write(LetterStatus.RETRYING, lease.failedAt(now), held.kind(), attempt, failed, to, false);
        } else if (outcome instanceof Settlement.Released released) {
            tables.states()
                    .insert(lease.pending(now, released.at(), false)
                            .withRetries(lease.retryCount() - 1, lease.maxRetries()));
        } else if (outcome instanceof Settlement.PutBack back) {
            tables.states().insert(lease.putBack(back, now));
            tables.deltas().move(held.kind(), LetterStatus.RETRYING, to);
        }
        return to;
    }
}
