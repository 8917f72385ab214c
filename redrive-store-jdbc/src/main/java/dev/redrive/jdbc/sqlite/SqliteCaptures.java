package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.letters.AttributeTable;
import dev.redrive.jdbc.letters.CaptureTables;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.ParallelRows;
import dev.redrive.jdbc.rows.PreparedLetter;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.rows.StoredTrace;
import dev.redrive.jdbc.rows.WrittenKeys;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Captures letters on SQLite, inside a transaction of the one writer. */
final class SqliteCaptures {
    private static final int REMEMBERED = 50_000;

    private final Sql sql;
    private final WrittenKeys<UUID> traces = new WrittenKeys<>(REMEMBERED);
    private final WrittenKeys<UUID> causes = new WrittenKeys<>(REMEMBERED);
    private final WrittenKeys<String> patterns = new WrittenKeys<>(REMEMBERED);

    SqliteCaptures(Sql sql) {
        this.sql = sql;
    }

    void committed() {
        traces.committed();
        causes.committed();
        patterns.committed();
    }

    void rolledBack() {
        traces.rolledBack();
        causes.rolledBack();
        patterns.rolledBack();
    }

    List<CaptureResult> capture(ParallelRows<SqliteRow> batch, Instant now) throws SQLException {
        LetterTables tables = new LetterTables(sql, now);
        List<CaptureResult> answers = new ArrayList<>();
        List<SqliteRow> fresh = new ArrayList<>();
        for (List<SqliteRow> part : batch.parts()) {
            List<SqliteRow> unknown = new ArrayList<>(part.size());
            for (SqliteRow one : part) {
                NewLetter letter = one.prepared().letter();
                Optional<LetterId> known = CaptureTables.ownerOf(sql, letter.key(), letter.id());
                if (known.isEmpty()) unknown.add(one);
                answers.add(new CaptureResult(known.orElse(letter.id()), known.isEmpty()));
            }
            sql.batch(CaptureTables.INSERT_LETTER, unknown, SqliteRow::bind);
            fresh.addAll(unknown);
        }
        Shared shared = new Shared(new TreeMap<>(), new ArrayList<>(), new HashSet<>());
        List<AttributeRow> attributes = new ArrayList<>();
        for (SqliteRow one : fresh) attributes.addAll(one.prepared().attributes());
        AttributeTable.insert(sql, attributes);
        List<StateRow> states = new ArrayList<>(fresh.size());
        for (SqliteRow one : fresh) states.add(putRest(one.prepared(), tables, shared, now));
        tables.states().insertAll(states);
        tables.attempts().insertTraces(shared.newTraces());
        tables.causes().recordFailures(shared.newCauses());
        tables.causes().regressAll(shared.knownCauses());
        tables.writeDeltas();
        return answers;
    }

    /** What several letters of a batch share. */
    private record Shared(
            SortedMap<UUID, StoredTrace> newTraces, List<CauseTables.Seen> newCauses, Set<UUID> knownCauses) {}

    private StateRow putRest(PreparedLetter prepared, LetterTables tables, Shared shared, Instant now)
            throws SQLException {
        NewLetter letter = prepared.letter();
        UUID id = letter.id().value();
        keep(prepared.trace(), shared);
        if (!letter.history().isEmpty()) tables.attempts().insertAll(prepared.history(trace -> keep(trace, shared)));
        UUID cause = letter.fingerprint().id().value();
        if (causes.isNew(cause)) {
            shared.newCauses()
                    .add(new CauseTables.Seen(letter.fingerprint(), letter.id().createdAt()));
            causes.wrote(cause);
        } else {
            shared.knownCauses().add(cause);
            tables.deltas().seen(cause, letter.id().createdAt());
        }
        putPattern(letter.message().event().pattern());
        for (String tag : letter.tags()) CaptureTables.insertTag(sql, id, tag);
        tables.deltas().add(prepared.kind(), letter.start().status(), 1);
        return StateRow.of(letter, tables.sequences().enter(letter.sequence(), id), now);
    }

    private void keep(StoredTrace trace, Shared shared) {
        UUID id = trace.id();
        if (id == null || !traces.isNew(id)) return;
        shared.newTraces().put(id, trace);
        traces.wrote(id);
    }

    private void putPattern(@Nullable String pattern) throws SQLException {
        if (pattern == null || !patterns.isNew(pattern)) return;
        CaptureTables.insertPattern(sql, pattern);
        patterns.wrote(pattern);
    }
}
