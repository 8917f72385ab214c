package dev.redrive.jdbc.postgres;

import dev.redrive.cause.CauseState;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.RetentionQueries;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.search.JdbcQuestions;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.Retention;
import dev.redrive.store.decisions.RetentionResult;
import dev.redrive.store.questions.Filter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Moves, edits, deletes and expires letters on PostgreSQL. */
final class PostgresDecisions {
    private static final int TRIES = 5;

    private final PostgresDatabase postgres;
    private final Partitions partitions;
    private final PostgresSignals signals;
    private final PostgresMaintenance maintenance;
    private final JdbcQuestions questions;
    private final OptimisticChange changes;
    private final PostgresRetention retention;

    PostgresDecisions(
            PostgresDatabase postgres,
            Partitions partitions,
            PostgresSignals signals,
            PostgresMaintenance maintenance,
            JdbcQuestions questions) {
        this.postgres = postgres;
        this.partitions = partitions;
        this.signals = signals;
        this.maintenance = maintenance;
        this.questions = questions;
        changes = new OptimisticChange(postgres, maintenance);
        retention = new PostgresRetention(postgres, partitions);
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
        Map<String, List<LetterId>> moved = postgres.transaction(sql -> moveAll(sql, ids, move));
        if (!moved.isEmpty()) signals.dueSoon();
        maintenance.changed();
        return BulkMoveResult.of(moved, ids, limit);
    }

    private Map<String, List<LetterId>> moveAll(Sql sql, List<LetterId> ids, ManualMove move) throws SQLException {
        LetterTables tables = new LetterTables(sql, postgres.now(sql));
        SequenceLocks.take(sql, SequenceLocks.sequencesOf(tables, ids));
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : ids) {
            if (move(tables, id, move).orElse(null) instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(id);
        }
        tables.writeDeltas();
        return moved;
    }

    /** Tries again when another transaction was faster: the letter may only have become due. */
    private static Optional<MoveResult> move(LetterTables tables, LetterId id, ManualMove move) throws SQLException {
        Optional<MoveResult> moved = Optional.empty();
        for (int i = 0; i < TRIES && moved.isEmpty(); i++) {
            Optional<FoundLetter> found = tables.states().find(id.value());
            if (found.isEmpty()) return Optional.empty();
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
        return changes.change(
                id,
                new DeleteResult.NoSuchLetter(),
                (tables, found) -> tables.moves().delete(found));
    }

    boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return postgres.transaction(sql -> CauseTables.setState(sql, id, state, by));
    }

    RetentionResult expire(Retention times, int limit) {
        partitions.makeAhead(postgres.clock().instant());
        List<LetterId> failed = past(times::archives, limit);
        Map<String, List<LetterId>> archived = postgres.transaction(sql -> moveAll(sql, failed, times.archiving()));
        int dropped = retention.dropPartitions(times);
        maintenance.changed();
        int gone = 0;
        for (LetterId id : past(times::deletes, limit)) if (delete(id) instanceof DeleteResult.Gone) gone++;
        return new RetentionResult(dropped + gone, archived);
    }

    private List<LetterId> past(Function<LetterStatus, Optional<Duration>> times, int limit) {
        return postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            return RetentionQueries.past(new LetterTables(sql, now), times, now, limit);
        });
    }
}
