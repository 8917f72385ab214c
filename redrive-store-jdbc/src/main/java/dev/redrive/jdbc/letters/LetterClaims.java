package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LeaseRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Leases single letters, and ends leases that ran out. */
public final class LetterClaims {
    private final LetterTables tables;
    private final Instant now;

    LetterClaims(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /** Leases the letter if it stands as expected, else says how it stands; empty when another transaction was faster. */
    public Optional<ClaimResult> claim(FoundLetter found, ExpectedLetter expected, String worker, Duration time)
            throws SQLException {
        if (!(expected instanceof ExpectedLetter.AsSeen seen)) return claim(found, worker, time, null);
        StateRow state = found.state();
        int version = found.letter().version();
        boolean asExpected =
                state.status() == seen.status() && state.token() == seen.attempt() && version == seen.version();
        if (!asExpected && state.status() != LetterStatus.RETRYING)
            return Optional.of(new ClaimResult.Changed(state.status(), state.token(), version));
        return claim(found, worker, time, state);
    }

    private Optional<ClaimResult> claim(FoundLetter found, String worker, Duration time, @Nullable StateRow before)
            throws SQLException {
        StateRow state = found.state();
        if (state.status().after(Move.CLAIM).isEmpty())
            return Optional.of(new ClaimResult.NotAllowed(state.status(), state.leaseUntil()));
        Completeness completeness = found.letter().message().completeness();
        if (!completeness.isWhole()) return Optional.of(new ClaimResult.NotWhole(completeness));
        Optional<UUID> holder = tables.sequences().holderBefore(found.sequence(), state.id());
        if (holder.isPresent()) return Optional.of(new ClaimResult.Blocked(new LetterId(holder.get())));
        if (!tables.states().remove(state)) return Optional.empty();
        tables.attempts().keepAttemptOf(state);
        StateRow leased = state.leased(new Place.Leased(worker, now, now.plus(time)), now);
        tables.states().insertLease(leased, found.kind(), found.sequence(), before);
        tables.deltas().move(found.kind(), state.status(), LetterStatus.RETRYING);
        return Optional.of(
                new ClaimResult.Leased(LetterMapper.claimed(found.letter(), leased), state.status(), state.dueAt()));
    }

    /** Ends a lease that ran out: the attempt counts, and the letter is where it was, due again, or failed. */
    public void expire(LeaseRow expired) throws SQLException {
        StateRow lease = expired.lease();
        if (!tables.states().remove(lease)) return;
        Instant until = lease.lease().until();
        tables.attempts().insert(lease.id(), lease.unreportedAttempt(Attempt.Result.LEASE_LOST, until));
        LetterStatus last = lease.retryCount() >= lease.maxRetries() ? LetterStatus.FAILED : LetterStatus.PENDING;
        LetterStatus to = expired.backTo() == null ? last : expired.backTo();
        if (to == LetterStatus.PENDING) {
            Instant due = expired.backDue() == null ? until : expired.backDue();
            tables.states().insert(lease.pending(now, due, false));
        } else {
            tables.states().insert(lease.settled(to, now, null));
            tables.deltas().move(expired.kind(), LetterStatus.RETRYING, to);
        }
    }
}
