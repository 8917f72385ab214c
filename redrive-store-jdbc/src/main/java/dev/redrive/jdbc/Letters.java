package dev.redrive.jdbc;

import dev.redrive.cause.CauseId;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.store.Claimed;
import dev.redrive.store.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes letters of rows. */
final class Letters {
    private Letters() {}

    static Claimed claimed(LetterRow row, State lease) {
        LetterId id = new LetterId(row.id());
        Instant until = Objects.requireNonNull(lease.leaseUntil());
        return new Claimed(
                whole(row, row.failure(), row.lastFailure(), lease, null, List.of()),
                new Lease(id, lease.token(), Objects.requireNonNull(lease.worker()), until));
    }

    static DeadLetter whole(
            LetterRow row,
            Failure failure,
            Failure lastFailure,
            State state,
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
                state.standing(row.firstFailedAt(), blockedBy, row.version()),
                attempts);
    }
}
