package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.FailedAttempt;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.streams.ReturnedLetter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Takes back letters that were sent and then failed at their consumer. */
public final class LetterReturns {
    private final LetterTables tables;
    private final Instant now;

    LetterReturns(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /** The new status; empty when the letter was taken back before, or does not wait for its consumer. */
    public Optional<LetterStatus> takeBack(ReturnedLetter returned) throws SQLException {
        while (true) {
            Optional<FoundLetter> found = tables.states().find(returned.id().value());
            if (found.isEmpty()) return Optional.empty();
            StateRow state = found.get().state();
            if (!returned.isNewsTo(state.status(), state.token())) return Optional.empty();
            if (tables.states().remove(state))
                return Optional.of(
                        write(found.get(), returned.of(found.get().letter().message())));
        }
    }

    private LetterStatus write(FoundLetter found, ReturnedLetter returned) throws SQLException {
        StateRow before = found.state();
        StateRow after = before.returned(now);
        LetterStatus to = before.status().after(returned.move()).orElseThrow();
        if (before.status() == LetterStatus.RETRYING) keepSending(before);
        else tables.attempts().keepAttemptOf(before);
        boolean blocked = before.status().isOpen()
                ? tables.sequences().holderBefore(found.sequence(), before.id()).isPresent()
                : tables.sequences().enter(found.sequence(), before.id());
        Attempt attempt = Attempt.cameBack(
                after.token(), returned.failedAt(), returned.outcome().failure());
        tables.failures()
                .writeAll(List.of(new FailedAttempt(
                        before.status(), after, found.kind(), attempt, returned.outcome(), to, blocked)));
        return to;
    }

    /** The worker has not reported yet, but it must have sent the letter. */
    private void keepSending(StateRow lease) throws SQLException {
        tables.attempts().insert(lease.id(), lease.unreportedAttempt(Attempt.Result.SENT, now));
    }
}
