package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.ClaimResult;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code dlq_lease}: a lease, and what its letter is counted under.
 *
 * @param backTo the status before a claim of an expected letter; null when the letter was due
 * @param backDue when the letter was due before that claim, if it was pending
 */
public record LeaseRow(
        StateRow lease,
        CounterKey kind,
        @Nullable LetterStatus backTo,
        @Nullable Instant backDue) {
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    /** A whole row of {@code dlq_lease}, in the order of its columns. */
    public static LeaseRow read(Columns row) throws SQLException {
        StateRow lease = StateRow.readLease(row);
        CounterKey kind = new CounterKey(lease.channel(), row.text(), row.number(), row.id(), row.idOrNull());
        byte[] unusedSequence = row.bytesOrNull();
        Integer backTo = row.numberOrNull();
        return new LeaseRow(lease, kind, backTo == null ? null : STATUSES[backTo], row.timeOrNull());
    }

    /** The result of a claim of an expected letter. */
    public ClaimResult.Leased result(LetterRow letter) {
        return new ClaimResult.Leased(LetterMapper.claimed(letter, lease), Objects.requireNonNull(backTo), backDue);
    }
}
