package dev.redrive.jdbc.rows;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps rows to letters. */
public final class LetterMapper {
    private LetterMapper() {}

    public static LeasedLetter claimed(LetterRow row, StateRow lease) {
        LetterId id = new LetterId(row.id());
        Place.Leased held = lease.lease();
        return new LeasedLetter(
                whole(row, row.failure(), row.lastFailure(), lease, null, List.of()),
                new Lease(id, lease.token(), held.worker(), held.until()));
    }

    public static DeadLetter whole(
            LetterRow row,
            Failure failure,
            Failure lastFailure,
            StateRow state,
            @Nullable UUID blockedBy,
            List<Attempt> attempts) {
        return new DeadLetter(
                new LetterId(row.id()),
                row.channel(),
                row.message(),
                failure,
                new CauseId(row.cause()),
                lastFailure,
                new CauseId(row.lastCause()),
                row.priority(),
                row.tags(),
                row.ordered(),
                state.letterState(row.firstFailedAt(), blockedBy, row.version()),
                attempts);
    }
}
