package dev.redrive.jdbc.postgres;

import dev.redrive.cause.CauseState;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.search.JdbcQuestions;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.WholeLetter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Moves, edits, deletes and rewrites letters on PostgreSQL. */
final class PostgresDecisions {
    private static final int TRIES = 5;

    private final PostgresDatabase postgres;
    private final PostgresSignals signals;
    private final PostgresMaintenance maintenance;
    private final JdbcQuestions questions;
    private final OptimisticChange changes;

    PostgresDecisions(
            PostgresDatabase postgres,
            PostgresSignals signals,
            PostgresMaintenance maintenance,
            JdbcQuestions questions) {
        this.postgres = postgres;
        this.signals = signals;
        this.maintenance = maintenance;
        this.questions = questions;
        changes = new OptimisticChange(postgres, maintenance);
    }

    MoveResult move(LetterId id, ManualMove move) {
        MoveResult moved = changes.change(
                id,
                new MoveResult.NoSuchLetter(),
                (tables, found) -> tables.moves().move(found, move));
        if (moved instanceof MoveResult.To) signals.dueSoon();
        return moved;
    }

    BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        List<LetterId> ids = questions.next(filter, limit, after);
        Map<String, List<LetterId>> moved = postgres.transaction(
                sql -> moveAll(sql, new LetterTables(sql, postgres.now(sql)), ids, move, channel -> true));
        if (!moved.isEmpty()) signals.dueSoon();
        maintenance.changed();
        return BulkMoveResult.of(moved, ids, limit);
    }

    BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        BulkMoveResult restored = postgres.transaction(sql -> {
            LetterTables tables = new LetterTables(sql, postgres.now(sql));
            List<LetterId> closed = tables.moves().closedBy(action, limit, after);
            return BulkMoveResult.of(moveAll(sql, tables, closed, ManualMove.restore(null), channels), closed, limit);
        });
        if (restored.count() > 0) signals.dueSoon();
        maintenance.changed();
        return restored;
    }

    private static Map<String, List<LetterId>> moveAll(
            Sql sql, LetterTables tables, List<LetterId> ids, ManualMove move, Predicate<String> channels)
            throws SQLException {
        SequenceLocks.take(sql, SequenceLocks.sequencesOf(tables, ids));
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : ids) {
            if (move(tables, id, move, channels).orElse(null) instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(id);
        }
        tables.writeDeltas();
        return moved;
    }

    /** Tries again when another transaction was faster: the letter may only have become due. */
    private static Optional<MoveResult> move(
            LetterTables tables, LetterId id, ManualMove move, Predicate<String> channels) throws SQLException {
        Optional<MoveResult> moved = Optional.empty();
        for (int i = 0; i < TRIES && moved.isEmpty(); i++) {
            Optional<FoundLetter> found = tables.states().find(id.value());
            if (found.isEmpty() || !channels.test(found.get().state().channel())) return Optional.empty();
            moved = tables.moves().move(found.get(), move);
        }
        return moved;
    }

    EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return changes.change(
                id,
                new EditResult.NoSuchLetter(),
                (tables, found) -> tables.edits().edit(found, expectedVersion, edit));
    }

    DeleteResult delete(LetterId id) {
        return changes.changeUnlessHeld(
                id,
                null,
                new DeleteResult.NoSuchLetter(),
                (tables, found) -> tables.moves().delete(found));
    }

    RewriteResult rewrite(WholeLetter whole) {
        DeadLetter letter = whole.letter();
        RewriteResult result = changes.changeUnlessHeld(
                letter.id(),
                Sequence.of(letter.channel(), letter.message(), letter.ordered()),
                new RewriteResult.NoSuchLetter(),
                (tables, found) -> tables.rewrites().rewrite(found, whole));
        if (result instanceof RewriteResult.Done) signals.dueSoon();
        return result;
    }

    boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return postgres.transaction(sql -> CauseTables.setState(sql, id, state, by));
    }
}
