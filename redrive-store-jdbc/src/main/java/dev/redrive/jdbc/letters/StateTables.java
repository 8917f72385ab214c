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
    /** Letters, then their states, wherever they are; by one id, or by a list that is built for as many as there are. */
    private static final String FIND = """
            SELECT
                l.id, l.channel, l.event_id, l.subscriber_id, l.pattern, l.event_version, l.source_type, l.source_id,
                l.source_name, l.event_time, l.metadata, l.payload, l.payload_form, l.payload_size, l.headers, l.topic,
                l.partition_no, l.offset_no, l.message_key, l.origin_time, l.consumer_group, l.source_service,
                l.error_type, l.error_code, l.error_message, l.trace_id, l.trace_messages, l.error_context, l.category,
                l.retryability, l.cause_id, l.priority, l.tags, l.ordered, l.capture_key, l.first_failed_at,
                l.edit_version, l.completeness, l.event_instance_id, l.additional, l.cpu_usage, l.memory_usage,
                l.dlq_retries, l.sealed, f.cause_id AS last_cause_id, n.error_type AS last_error_type,
                n.error_code AS last_error_code, n.error_message AS last_error_message,
                n.error_context AS last_error_context, n.category AS last_category, n.retryability AS last_retryability,
                l.id, l.channel, l.priority,
                COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count),
                COALESCE(r.max_retries, w.max_retries, e.max_retries, s.max_retries),
                COALESCE(r.token, w.token, e.token, s.token),
                COALESCE(r.last_failed_at, w.last_failed_at, e.last_failed_at, s.last_failed_at),
                COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at),
                CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END,
                COALESCE(r.due_at, w.due_at), w.blocked, e.worker, e.started_at, e.lease_until,
                s.resolution_time, s.resolution_how, s.resolved_by, s.notes, s.receipt, s.started_at, s.took, s.worker,
                s.strategy
            FROM dlq_letter l
            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = (
                SELECT MAX(m.token) FROM dlq_attempt m WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0)
            WHERE %s""";

    private static final String FIND_ONE = FIND.formatted("l.id = ?");
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
        return sql.first(FIND_ONE, in -> in.id(id), row -> new FoundLetter(LetterRow.read(row), StateRow.read(row)));
    }

    /** Those of the given letters that exist. */
    public Map<UUID, FoundLetter> findAll(List<UUID> ids) throws SQLException {
        Map<UUID, FoundLetter> found = new HashMap<>();
        for (int from = 0; from < ids.size(); from += FIND_AT_ONCE) {
            Condition some = Condition.in("l.id", ids.subList(from, Math.min(ids.size(), from + FIND_AT_ONCE)));
            sql.query(
                            FIND.formatted(some.sql()),
                            some::bind,
                            row -> new FoundLetter(LetterRow.read(row), StateRow.read(row)))
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
