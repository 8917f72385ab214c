package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The ledgers of replays, inside a transaction. */
final class LedgerTable {
    private static final String PUT = """
            INSERT INTO dlq_replay_line (replay_id, position, letter_id, channel, status, attempt, version, state, why, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    /** Lines are appended as they were planned, so nothing has become of them yet. */
    private static final String PUT_ALL = """
            INSERT INTO dlq_replay_line (replay_id, position, letter_id, channel, status, attempt, version, state)
            SELECT ?, * FROM unnest(?::bigint[], ?::uuid[], ?::text[], ?::smallint[], ?::int[], ?::int[], ?::smallint[])""";

    private static final String MARK = """
            UPDATE dlq_replay_line SET state = ?, why = ?, at = ? WHERE replay_id = ? AND position = ? AND state IN (0, 1)""";
    private static final String MARK_ALL = """
            UPDATE dlq_replay_line l SET state = m.state, why = m.why, at = ?
            FROM unnest(?::bigint[], ?::smallint[], ?::text[]) AS m (position, state, why)
            WHERE l.replay_id = ? AND l.position = m.position AND l.state IN (0, 1) RETURNING l.position""";
    private static final String OF_LETTER = """
            SELECT position, letter_id, channel, status, attempt, version, state, why, at
            FROM dlq_replay_line WHERE replay_id = ? AND letter_id = ?""";
    private static final String AFTER = """
            SELECT position, letter_id, channel, status, attempt, version, state, why, at
            FROM dlq_replay_line WHERE %s ORDER BY position LIMIT ?""";
    private static final String DELETE = """
            DELETE FROM dlq_replay_line WHERE replay_id = ? AND position IN (
                SELECT position FROM dlq_replay_line WHERE replay_id = ? ORDER BY position LIMIT ?)""";
    private static final Set<LineState> WENT_OUT =
            Set.of(LineState.SENT, LineState.RESOLVED, LineState.CAME_BACK, LineState.FAILED);
    private static final LineState[] STATES = LineState.values();
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    private LedgerTable() {}

    // Writing

    static int append(Sql sql, ReplayId id, List<LedgerLine> lines) throws SQLException {
        if (sql.dialect() == SqlDialect.SQLITE) {
            sql.batch(PUT, lines, (line, out) -> write(id, line, out));
            return lines.size();
        }
        try (PreparedStatement statement = sql.connection().prepareStatement(PUT_ALL)) {
            sql.dialect().setId(statement, 1, id.value());
            new ColumnArrays<>(sql.connection(), statement, 2, lines)
                    .int8(LedgerLine::position)
                    .ids(line -> line.letter().value())
                    .texts(LedgerLine::channel)
                    .int2(line -> line.status().ordinal())
                    .int4(LedgerLine::attempt)
                    .int4(LedgerLine::version)
                    .int2(line -> line.state().ordinal());
            return statement.executeUpdate();
        }
    }

    private static void write(ReplayId id, LedgerLine line, ColumnSink out) throws SQLException {
        out.id(id.value());
        out.int8(line.position());
        out.id(line.letter().value());
        out.text(line.channel());
        out.int2(line.status().ordinal());
        out.int4(line.attempt());
        out.int4(line.version());
        out.int2(line.state().ordinal());
        out.text(CleanText.textOrNull(line.why()));
        out.int8(LetterRow.millis(line.at()));
    }

    static Set<Long> mark(Sql sql, ReplayId id, List<LedgerLine.Mark> marks, Instant now) throws SQLException {
        List<LedgerLine.Mark> once = oncePerLine(marks);
        return sql.dialect() == SqlDialect.SQLITE ? markEach(sql, id, once, now) : markAll(sql, id, once, now);
    }

    /** Of several marks on a line the last one counts, but nothing after a final one; in the order of the lines. */
    private static List<LedgerLine.Mark> oncePerLine(List<LedgerLine.Mark> marks) {
        Map<Long, LedgerLine.Mark> once = new TreeMap<>();
        for (LedgerLine.Mark mark : marks)
            once.merge(mark.position(), mark, (one, next) -> one.state().isFinal() ? one : next);
        return List.copyOf(once.values());
    }

    private static Set<Long> markEach(Sql sql, ReplayId id, List<LedgerLine.Mark> marks, Instant now)
            throws SQLException {
        int[] done = sql.batch(MARK, marks, (mark, out) -> {
            out.int2(mark.state().ordinal());
            out.text(CleanText.textOrNull(mark.why()));
            out.int8(now.toEpochMilli());
            out.id(id.value());
            out.int8(mark.position());
        });
        Set<Long> changed = new HashSet<>();
        for (int i = 0; i < done.length; i++)
            if (done[i] > 0) changed.add(marks.get(i).position());
        return changed;
    }

    private static Set<Long> markAll(Sql sql, ReplayId id, List<LedgerLine.Mark> marks, Instant now)
            throws SQLException {
        Set<Long> changed = new HashSet<>();
        try (PreparedStatement statement = sql.connection().prepareStatement(MARK_ALL)) {
            statement.setLong(1, now.toEpochMilli());
            new ColumnArrays<>(sql.connection(), statement, 2, marks)
                    .int8(LedgerLine.Mark::position)
                    .int2(mark -> mark.state().ordinal())
                    .texts(mark -> CleanText.textOrNull(mark.why()));
            sql.dialect().setId(statement, 5, id.value());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) changed.add(rows.getLong(1));
            }
        }
        return changed;
    }

    static int delete(Sql sql, ReplayId id, int limit) throws SQLException {
        return sql.update(DELETE, in -> {
            in.id(id.value());
            in.id(id.value());
            in.int4(limit);
        });
    }

    // Reading

    static List<LedgerLine> after(Sql sql, ReplayId id, Set<LineState> states, long after, int limit)
            throws SQLException {
        Condition where = Condition.of("replay_id = ? AND position > ?", id.value(), after)
                .and(states.isEmpty() ? Condition.TRUE : in(states));
        return sql.query(
                AFTER.formatted(where.sql()),
                in -> {
                    where.bind(in);
                    in.int4(limit);
                },
                LedgerTable::read);
    }

    private static Condition in(Set<LineState> states) {
        return Condition.in("state", states.stream().map(Enum::ordinal).sorted().toList());
    }

    private static LedgerLine read(Columns row) throws SQLException {
        return new LedgerLine(
                row.at("position").big(),
                new LetterId(row.at("letter_id").id()),
                row.at("channel").text(),
                STATUSES[row.at("status").number()],
                row.at("attempt").number(),
                row.at("version").number(),
                STATES[row.at("state").number()],
                row.at("why").textOrNull(),
                row.at("at").timeOrNull());
    }

    static Optional<LedgerLine> of(Sql sql, ReplayId id, LetterId letter) throws SQLException {
        return sql.first(
                OF_LETTER,
                in -> {
                    in.id(id.value());
                    in.id(letter.value());
                },
                LedgerTable::read);
    }

    static Map<LineState, Long> tally(Sql sql, ReplayId id) throws SQLException {
        Map<LineState, Long> counts = new EnumMap<>(LineState.class);
        sql.query(
                "SELECT state, COUNT(*) FROM dlq_replay_line WHERE replay_id = ? GROUP BY state",
                in -> in.id(id.value()),
                row -> counts.put(STATES[row.number()], row.big()));
        return counts;
    }

    static int sent(Sql sql, Collection<LetterId> letters) throws SQLException {
        Condition where = Condition.in(
                        "letter_id", letters.stream().map(LetterId::value).toList())
                .and(in(WENT_OUT));
        return sql.first(
                        "SELECT COUNT(DISTINCT letter_id) FROM dlq_replay_line WHERE " + where.sql(),
                        where::bind,
                        Columns::number)
                .orElse(0);
    }
}
