package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.questions.Version;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads single letters whole: with their attempts, stack traces and versions. */
final class LetterLookup {
    /** The letter, its state, the letter that holds the sequence in which it waits, and its first stack trace. */
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
                s.strategy,
                CASE WHEN l.ordered = 1 THEN (
                    SELECT h.id FROM dlq_sequence m
                    JOIN dlq_sequence h ON h.channel = m.channel AND h.key = m.key AND h.holder = 1
                    WHERE m.channel = l.channel AND m.key = l.message_key AND m.id = l.id AND m.holder = 0) END AS blocked_by,
                (SELECT t.frames FROM dlq_trace t WHERE t.id = l.trace_id) AS frames
            FROM dlq_letter l
            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = (
                SELECT MAX(m.token) FROM dlq_attempt m WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0)
            WHERE l.id = ?""";

    private static final String ATTEMPTS = """
            SELECT id, token, started_at, took, worker, strategy, result, error_type, error_code, error_message,
                trace_id, trace_messages, error_context, category, retryability,
                (SELECT t.frames FROM dlq_trace t WHERE t.id = a.trace_id) AS frames
            FROM dlq_attempt a WHERE a.id = ? ORDER BY token""";

    private static final Completeness[] COMPLETENESSES = Completeness.values();
    private static final Priority[] PRIORITIES = Priority.values();

    private final Sql sql;

    LetterLookup(Sql sql) {
        this.sql = sql;
    }

    Optional<DeadLetter> find(LetterId id) throws SQLException {
        Optional<Whole> found = sql.first(FIND, in -> in.id(id.value()), LetterLookup::whole);
        if (found.isEmpty()) return Optional.empty();
        Whole whole = found.get();
        List<Attempt> attempts = sql.query(ATTEMPTS, in -> in.id(id.value()), LetterLookup::attempt);
        Attempt resolving = whole.state().attempt();
        if (resolving != null) attempts.add(resolving);
        Failure last = whole.failure();
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) last = attempt.failure();
        return Optional.of(LetterMapper.whole(
                whole.letter(), whole.failure(), last, whole.state(), whole.blockedBy(), List.copyOf(attempts)));
    }

    OptionalInt payloadSize(LetterId id) throws SQLException {
        return sql
                .first("SELECT payload_size FROM dlq_letter WHERE id = ?", in -> in.id(id.value()), Columns::number)
                .stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    private record Whole(
            LetterRow letter, StateRow state, @Nullable UUID blockedBy, Failure failure) {}

    private static Whole whole(Columns row) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        StateRow state = StateRow.read(row);
        String frames = row.at("frames").textOrNull();
        return new Whole(
                letter,
                state,
                row.at("blocked_by").idOrNull(),
                withTrace(letter.failure(), frames, letter.traceMessages()));
    }

    private static Attempt attempt(Columns row) throws SQLException {
        AttemptRow read = AttemptRow.read(row);
        Attempt a = read.attempt();
        String frames = row.at("frames").textOrNull();
        Failure failure = a.failure();
        if (failure == null) return a;
        return new Attempt(
                a.token(),
                a.startedAt(),
                a.took(),
                a.worker(),
                a.strategy(),
                a.result(),
                withTrace(failure, frames, read.traceMessages()));
    }

    private static Failure withTrace(Failure failure, @Nullable String frames, List<String> messages) {
        if (frames == null) return failure;
        return new Failure(
                failure.type(),
                failure.code(),
                failure.message(),
                StackTrace.join(frames, messages),
                failure.context(),
                failure.category(),
                failure.retryability());
    }

    List<Version> versions(LetterId id) throws SQLException {
        return sql.query(
                """
                SELECT version, edited_at, edited_by, notes, payload, payload_form, headers, completeness, priority, tags
                FROM dlq_edit WHERE id = ? ORDER BY version""",
                in -> in.id(id.value()),
                row -> new Version(
                        row.at("version").number(),
                        row.at("edited_at").time(),
                        row.at("edited_by").textOrNull(),
                        row.at("notes").textOrNull(),
                        ColumnCodec.unpack(
                                row.at("payload").bytesOrNull(),
                                row.at("payload_form").number()),
                        ColumnCodec.headers(row.at("headers").bytesOrNull()),
                        COMPLETENESSES[row.at("completeness").number()],
                        PRIORITIES[row.at("priority").number()],
                        ColumnCodec.tags(row.at("tags").textOrNull())));
    }

    /** The beginning of a compressed payload says how large it was. */
    public long versionBytes(LetterId id) throws SQLException {
        return sql
                .query(
                        """
                        SELECT payload_form, LENGTH(payload), SUBSTR(payload, 1, 18), LENGTH(headers)
                        FROM dlq_edit WHERE id = ?""",
                        in -> in.id(id.value()),
                        row -> ColumnCodec.size(row.number(), row.number(), row.bytesOrNull()) + row.number())
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
