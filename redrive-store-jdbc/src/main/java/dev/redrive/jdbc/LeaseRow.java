package dev.redrive.jdbc;

import dev.redrive.letter.LetterStatus;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lease whose worker did not come back in time.
 *
 * @param backTo where the letter goes back to, when it was claimed as it stood; null when it is due again
 * @param backDue when it is due there, when it waits
 */
record LostLease(
        State lease,
        Kind kind,
        @Nullable LetterStatus backTo,
        @Nullable Instant backDue) {
    static final String SELECTED = State.LEASE_NAMES + ", back_to, back_due";
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    static LostLease read(Columns row) throws SQLException {
        State lease = State.readLease(row);
        Kind kind = new Kind(lease.channel(), row.text(), row.number(), row.id());
        byte[] unusedSequence = row.bytesOrNull();
        Integer backTo = row.numberOrNull();
        return new LostLease(lease, kind, backTo == null ? null : STATUSES[backTo], row.timeOrNull());
    }
}
