package dev.redrive.jdbc.sqlite;

import dev.redrive.cause.CauseState;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.search.JdbcQuestions;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Moves, edits, deletes and rewrites letters in a SQLite file. Its one writer never loses against another one. */
final class SqliteDecisions {
    private final SqliteFile file;
    private final InstantSource clock;
    private final JdbcQuestions questions;
    private final SqliteErasure erasure;

    /** @param clock in whole milliseconds */
    SqliteDecisions(SqliteFile file, InstantSource clock, JdbcQuestions questions, SqliteErasure erasure) {
        this.file = file;
        this.erasure = erasure;
        this.clock = clock;
        this.questions = questions;
    }

    private interface Changes<T> {
        T change(LetterTables tables) throws SQLException;
    }

    /** Changes letters, with the counters in the same transaction. */
    private <T> T change(int letters, Changes<T> changes) {
        return file.write(
                letters,
                writer -> writer.erasing(sql -> {
                    LetterTables tables = new LetterTables(sql, clock.instant());
                    T result = changes.change(tables);
                    tables.writeDeltas();
                    return result;
                }));
    }

    private interface Change<T> {
        Optional<T> of(LetterTables tables, FoundLetter found) throws SQLException;
    }

    private <T> T change(LetterId id, T noSuchLetter, Change<T> change) {
        return change(1, tables -> {
            Optional<FoundLetter> found = tables.states().find(id.value());
            return found.isEmpty()
                    ? noSuchLetter
                    : change.of(tables, found.get()).orElseThrow();
        });
    }

    MoveResult move(LetterId id, ManualMove move) {
        return change(
                id,
                new MoveResult.NoSuchLetter(),
                (tables, found) -> tables.moves().move(found, move));
    }

    /** Searches beside the writer: a text search may take long and must not hold up other writes. */
    BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        List<LetterId> ids = questions.next(filter, limit, after);
        if (ids.isEmpty()) return BulkMoveResult.of(Map.of(), ids, limit);
        return change(ids.size(), tables -> BulkMoveResult.of(moveAll(tables, ids, move, channel -> true), ids, limit));
    }

    BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        return change(limit, tables -> {
            List<LetterId> closed = tables.moves().closedBy(action, limit, after);
            return BulkMoveResult.of(moveAll(tables, closed, ManualMove.restore(null), channels), closed, limit);
        });
    }

    private static Map<String, List<LetterId>> moveAll(
            LetterTables tables, List<LetterId> ids, ManualMove move, Predicate<String> channels) throws SQLException {
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : ids) {
            Optional<FoundLetter> found = tables.states().find(id.value());
            if (found.isPresent()
                    && channels.test(found.get().state().channel())
                    && tables.moves().move(found.get(), move).orElseThrow() instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), channel -> new ArrayList<>())
                        .add(id);
        }
        return moved;
    }

    EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return change(
                id,
                new EditResult.NoSuchLetter(),
                (tables, found) -> tables.edits().edit(found, expectedVersion, edit));
    }

    DeleteResult delete(LetterId id) {
        return change(id, new DeleteResult.NoSuchLetter(), (tables, found) -> {
            erasure.deleting(found);
            return tables.moves().delete(found);
        });
    }

    RewriteResult rewrite(WholeLetter letter) {
        return change(letter.letter().id(), new RewriteResult.NoSuchLetter(), (tables, found) -> {
            erasure.deleting(found);
            return tables.rewrites().rewrite(found, letter);
        });
    }

    boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return file.write(writer -> CauseTables.setState(writer.sql(), id, state, by));
    }
}
