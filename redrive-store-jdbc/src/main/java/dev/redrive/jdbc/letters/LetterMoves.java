package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Former;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.holds.LegalHold;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves and deletes letters by an operator's decision. */
public final class LetterMoves {
    private final LetterTables tables;
    private final Instant now;

    LetterMoves(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /** The letters that a bulk action closed and that still are, in the order of their ids, at most so many after one. */
    public List<LetterId> closedBy(UUID action, int limit, @Nullable LetterId after) throws SQLException {
        return FormerStates.closedBy(tables.sql(), action, limit, after);
    }

    /** Empty when another transaction was faster. */
    public Optional<MoveResult> move(FoundLetter found, ManualMove move) throws SQLException {
        StateRow state = found.state();
        Optional<LetterStatus> to = state.status().after(move.move());
        if (to.isEmpty() || !move.concerns(state.receipt()))
            return Optional.of(new MoveResult.NotAllowed(state.status(), state.leaseUntil()));
        if (move.move() == Move.RESTORE) return restore(found);
        Completeness completeness = found.letter().message().completeness();
        if (to.get() == LetterStatus.PENDING && !completeness.isWhole())
            return Optional.of(new MoveResult.NotWhole(completeness));
        if (!tables.states().remove(state)) return Optional.empty();
        write(found, to.get(), move);
        if (move.undo() instanceof ManualMove.Keep keep) FormerStates.keep(tables.sql(), state, keep.action());
        tables.deltas().move(found.kind(), state.status(), to.get());
        return Optional.of(new MoveResult.To(state.channel(), state.status(), to.get()));
    }

    private Optional<MoveResult> restore(FoundLetter found) throws SQLException {
        StateRow state = found.state();
        Former former = FormerStates.of(tables.sql(), state.id());
        LetterStatus to = former.restored(found.letter().message().completeness());
        if (!tables.states().remove(state)) return Optional.empty();
        boolean blocked = to.isOpen() && tables.sequences().enter(found.sequence(), state.id());
        if (to == LetterStatus.PENDING) tables.attempts().keepAttemptOf(state);
        tables.states().insert(restored(state, to, former, blocked));
        tables.deltas().move(found.kind(), state.status(), to);
        return Optional.of(new MoveResult.To(state.channel(), state.status(), to));
    }

    private StateRow restored(StateRow state, LetterStatus to, Former former, boolean blocked) {
        Instant due = former.dueAt();
        String receipt = former.receipt();
        if (to == LetterStatus.PENDING && due != null) return state.pending(now, due, blocked);
        if (to == LetterStatus.REPLAYED && receipt != null) return state.sent(to, now, receipt);
        return state.settled(to, now, former.resolution());
    }

    private void write(FoundLetter found, LetterStatus to, ManualMove move) throws SQLException {
        StateRow state = found.state();
        boolean closes = state.status().isOpen() && !to.isOpen();
        boolean opens = !state.status().isOpen() && to.isOpen();
        boolean blocked = opens
                ? tables.sequences().enter(found.sequence(), state.id())
                : tables.sequences().holderBefore(found.sequence(), state.id()).isPresent();
        if (to == LetterStatus.PENDING) tables.attempts().keepAttemptOf(state);
        tables.states().insert(moved(state, to, move, blocked));
        if (closes) tables.sequences().leave(found.sequence(), state.id());
    }

    private StateRow moved(StateRow state, LetterStatus to, ManualMove move, boolean blocked) {
        if (to != LetterStatus.PENDING)
            return state.settled(
                    to, now, to.isOpen() ? null : new Resolution(now, move.how(), move.by(), move.notes()));
        StateRow pending = state.pending(now, now, blocked);
        if (move.move() == Move.RESET) return pending.withRetries(0, state.maxRetries());
        return pending.withRetries(state.retryCount(), Math.max(state.maxRetries(), state.retryCount() + 1));
    }

    /** After {@link LegalHoldTable#keep}. Empty when another transaction was faster. */
    public Optional<DeleteResult> delete(FoundLetter found) throws SQLException {
        StateRow state = found.state();
        Optional<LegalHold> hold = LegalHoldTable.on(tables.sql(), found.letter());
        if (hold.isPresent()) return Optional.of(new DeleteResult.Held(hold.get()));
        if (state.place() instanceof Place.Leased lease) return Optional.of(new DeleteResult.Leased(lease.until()));
        if (!tables.states().remove(state)) return Optional.empty();
        if (state.status().isOpen()) tables.sequences().leave(found.sequence(), state.id());
        AttributeTable.deleteLetters(tables.sql(), List.of(state.id()));
        for (String table : List.of("dlq_attempt", "dlq_last_failure", "dlq_tag", "dlq_edit"))
            tables.sql().update("DELETE FROM " + table + " WHERE id = ?", in -> in.id(state.id()));
        UUID key = found.letter().captureKey();
        if (key != null) tables.sql().update("DELETE FROM dlq_capture_key WHERE key = ?", in -> in.id(key));
        tables.deltas().add(found.kind(), state.status(), -1);
        return Optional.of(new DeleteResult.Gone());
    }
}
