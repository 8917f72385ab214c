package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Payload;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A lease with all that is needed to settle it without reading the letter: its counters and its sequence. */
public record HeldLease(
        StateRow lease, CounterKey kind, @Nullable Sequence sequence) {
    /** The columns of {@code dlq_lease} in the order of the table, without the last two. */
    public static HeldLease read(Columns row) throws SQLException {
        StateRow lease = StateRow.readLease(row);
        CounterKey kind = new CounterKey(lease.channel(), row.text(), row.number(), row.id(), row.idOrNull());
        byte[] key = row.bytesOrNull();
        return new HeldLease(lease, kind, key == null ? null : new Sequence(lease.channel(), Payload.of(key)));
    }

    /** The state after a success. */
    public StateRow resolved(Settlement settlement, Instant now) {
        return lease.resolved(
                now, (Settlement.Succeeded) settlement.outcome(), attempt(settlement, Attempt.Result.SUCCEEDED, null));
    }

    public Attempt attempt(Settlement settlement, Attempt.Result result, @Nullable Failure failure) {
        return new Attempt(
                lease.token(),
                lease.lease().startedAt(),
                settlement.took(),
                lease.lease().worker(),
                settlement.strategy(),
                result,
                failure);
    }
}
