package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.EndedAttempt;
import dev.redrive.jdbc.rows.FailedAttempt;
import dev.redrive.jdbc.rows.HeldLease;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Settles attempts whose leases were just removed from their table, many at once. */
public final class LetterSettlements {
    private final LetterTables tables;
    private final Instant now;
    private final List<StateRow> states = new ArrayList<>();
    private final List<AttemptRow> sent = new ArrayList<>();
    private final List<FailedAttempt> failed = new ArrayList<>();
    private final List<HeldLease> resolved = new ArrayList<>();

    LetterSettlements(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /** At most one of each letter. */
    public void settleAll(List<EndedAttempt> ended) throws SQLException {
        ended.forEach(this::add);
        tables.attempts().insertAll(sent);
        tables.states().insertAll(states);
        tables.failures().writeAll(failed);
        for (HeldLease one : resolved)
            tables.sequences().leave(one.sequence(), one.lease().id());
    }

    private void add(EndedAttempt ended) {
        HeldLease held = ended.held();
        Settlement settlement = ended.settlement();
        Settlement.Outcome outcome = settlement.outcome();
        StateRow lease = held.lease();
        if (outcome instanceof Settlement.Failed failure) {
            Attempt attempt = held.attempt(settlement, Attempt.Result.FAILED, failure.failure());
            failed.add(new FailedAttempt(
                    LetterStatus.RETRYING, lease.failedAt(now), held.kind(), attempt, failure, ended.after(), false));
            return;
        }
        if (outcome instanceof Settlement.Succeeded) {
            states.add(held.resolved(settlement, now));
            resolved.add(held);
        } else if (outcome instanceof Settlement.Sent toBroker) {
            sent.add(AttemptRow.withoutTrace(lease.id(), held.attempt(settlement, Attempt.Result.SENT, null)));
            states.add(lease.sent(ended.after(), now, toBroker.receipt()));
        } else if (outcome instanceof Settlement.Released released) {
            states.add(
                    lease.pending(now, released.at(), false).withRetries(lease.retryCount() - 1, lease.maxRetries()));
        } else if (outcome instanceof Settlement.PutBack back) {
            states.add(lease.putBack(back, now));
        }
        tables.deltas().move(held.kind(), LetterStatus.RETRYING, ended.after());
    }
}
