package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.QueuedLetters;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.BulkInsert;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.captures.Sequence;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The four state tables {@code dlq_ready}, {@code dlq_waiting}, {@code dlq_lease} and {@code dlq_settled}; a letter is in one of them. */
public final class StateTables {
    /** The letters with their states that a condition on {@code l} selects. */
    private static final String FIND = "SELECT " + LetterRow.SELECTED + ", " + StateRow.SELECTED + " FROM dlq_letter l"
            + StateRow.JOINS + LetterRow.JOINS + "WHERE ";

    private static final int FIND_AT_ONCE = 100;

    private static final BulkInsert SETTLED = BulkInsert.into("dlq_settled", """
            id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, status,
            resolution_time, resolution_how, resolved_by, notes, receipt, started_at, took, worker, strategy""");

    private static final BulkInsert READY = BulkInsert.into("dlq_ready", """
            id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at""");

    private static final BulkInsert WAITING = BulkInsert.into("dlq_waiting", """
            id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at, blocked""");

    private static final String INSERT_LEASE = """
            INSERT INTO dlq_lease (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker, started_at,
                lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private final Sql sql;

    StateTables(Sql sql) {
        this.sql = sql;
    }

    public Optional<FoundLetter> find(UUID id) throws SQLException {
        return sql.first(
                FIND + "l.id = ?", in -> in.id(id), row -> new FoundLetter(LetterRow.read(row), StateRow.read(row)));
    }

    /** Those of the given letters that exist. */
    public Map<UUID, FoundLetter> findAll(List<UUID> ids) throws SQLException {
        Map<UUID, FoundLetter> found = new HashMap<>();
        for (int from = 0; from < ids.size(); from += FIND_AT_ONCE) {
            Condition some = Condition.in("l.id", ids.subList(from, Math.min(ids.size(), from + FIND_AT_ONCE)));
            sql.query(FIND + some.sql(), some::bind, row -> new FoundLetter(LetterRow.read(row), StateRow.read(row)))
                    .forEach(one -> found.put(one.letter().id(), one));
        }
        return found;
    }

    /** The oldest letters in this status that were last changed at that time or before. */
    List<LetterId> settledBefore(LetterStatus status, Instant time, int limit) throws SQLException {
        return sql.query(
                """
                SELECT id FROM dlq_settled WHERE status = ? AND id < ? AND updated_at <= ? ORDER BY id LIMIT ?""",
                in -> {
                    in.int2(status.ordinal());
                    in.id(LetterId.firstAt(time.plusMillis(1)).value());
                    in.int8(time.toEpochMilli());
                    in.int4(limit);
                },
                row -> new LetterId(row.id()));
    }

    /**
     * Removes a state as it was read; false when another transaction changed it in between. A letter may move within a
     * table, or leave it and come back, so its token and time are compared too.
     */
    public boolean remove(StateRow state) throws SQLException {
        if (state.place() instanceof Place.Leased) return removeLease(state);
        if (state.place() instanceof Place.Settled) return removeSettled(state);
        // It may have become ready since it was read.
        return removePending("DELETE FROM dlq_ready WHERE id = ? AND token = ? AND updated_at = ?", state)
                || removePending("DELETE FROM dlq_waiting WHERE id = ? AND token = ? AND updated_at = ?", state);
    }

    private boolean removeLease(StateRow state) throws SQLException {
        return sql.update("DELETE FROM dlq_lease WHERE id = ? AND token = ?", in -> {
                    in.id(state.id());
                    in.int4(state.token());
                })
                == 1;
    }

    private boolean removeSettled(StateRow state) throws SQLException {
        return sql.update(
                        "DELETE FROM dlq_settled WHERE id = ? AND token = ? AND status = ? AND updated_at = ?", in -> {
                            in.id(state.id());
                            in.int4(state.token());
                            in.int2(state.status().ordinal());
                            in.int8(state.updatedAt().toEpochMilli());
                        })
                == 1;
    }

    private boolean removePending(String delete, StateRow state) throws SQLException {
        return sql.update(delete, in -> {
                    in.id(state.id());
                    in.int4(state.token());
                    in.int8(state.updatedAt().toEpochMilli());
                })
                == 1;
    }

    void insert(StateRow state) throws SQLException {
        insertAll(List.of(state));
    }

    /** Leases are inserted one by one. */
    public void insertAll(List<StateRow> states) throws SQLException {
        List<StateRow> ready = new ArrayList<>(states.size());
        List<StateRow> waiting = new ArrayList<>();
        List<StateRow> settled = new ArrayList<>();
        for (StateRow state : states) {
            if (state.place() instanceof Place.Ready) ready.add(state);
            else if (state.place() instanceof Place.Waiting) waiting.add(state);
            else settled.add(state);
        }
        if (sql.dialect() == SqlDialect.POSTGRESQL) {
            QueuedLetters queued = QueuedLetters.of(sql);
            queued.addReady(ready);
            queued.addWaiting(waiting);
        }
        READY.run(sql, ready, StateRow::write);
        WAITING.run(sql, waiting, StateRow::write);
        SETTLED.run(sql, settled, StateRow::write);
    }

    /** @param before where the letter goes back to when it is not tried; null when it is due again then */
    void insertLease(StateRow lease, CounterKey kind, @Nullable Sequence sequence, @Nullable StateRow before)
            throws SQLException {
        sql.update(INSERT_LEASE, out -> {
            lease.write(out);
            writeKey(kind, sequence, out);
            out.int2OrNull(before == null ? null : before.status().ordinal());
            out.int8(before == null ? null : LetterRow.millis(before.dueAt()));
        });
    }

    private static void writeKey(CounterKey kind, @Nullable Sequence sequence, ColumnSink out) throws SQLException {
        out.text(kind.errorType());
        out.int2(kind.category());
        out.id(kind.cause());
        out.id(kind.lastCause());
        out.bytes(sequence == null ? null : sequence.key().bytes());
    }
}
