package dev.redrive.jdbc;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.ClaimResult;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lease with what its letter is counted under, as it is in its table.
 *
 * @param backTo where the letter goes back to, when it was claimed as it stood; null when it is due again
 * @param backDue when it is due there, when it waits
 */
record LeaseRow(
        State lease,
        Kind kind,
        @Nullable LetterStatus backTo,
        @Nullable Instant backDue) {
    static final String SELECTED = State.LEASE_NAMES + ", back_to, back_due";
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    static LeaseRow read(Columns row) throws SQLException {
        State lease = State.readLease(row);
        Kind kind = new Kind(lease.channel(), row.text(), row.number(), row.id(), row.idOrNull());
        byte[] unusedSequence = row.bytesOrNull();
        Integer backTo = row.numberOrNull();
        return new LeaseRow(lease, kind, backTo == null ? null : STATUSES[backTo], row.timeOrNull());
    }

    /** What whoever wished for the letter hears. */
    ClaimResult.Leased result(LetterRow letter) {
        return new ClaimResult.Leased(Letters.claimed(letter, lease), Objects.requireNonNull(backTo), backDue);
    }
}
