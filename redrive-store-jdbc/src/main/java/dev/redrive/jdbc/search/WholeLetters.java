package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads letters whole, many with each statement: with their states, attempts, stack traces and versions. */
final class WholeLetters {
    private static final int AT_ONCE = 250;

    /** Bytes in memory, or some more: a stack trace has at most 4096. Lengths are known without reading what is that long. */
    private static final String SIZES = """
            SELECT id,
                payload_size + COALESCE(OCTET_LENGTH(headers), 0) + COALESCE(OCTET_LENGTH(sealed), 0)
                    + COALESCE(OCTET_LENGTH(message_key), 0) + COALESCE(OCTET_LENGTH(metadata), 0)
                    + COALESCE(OCTET_LENGTH(additional), 0) + OCTET_LENGTH(error_message)
                    + COALESCE(OCTET_LENGTH(error_context), 0) + COALESCE(OCTET_LENGTH(trace_messages), 0)
                    + CASE WHEN trace_id IS NULL THEN 0 ELSE 4096 END,
                edit_version
            FROM dlq_letter WHERE %s ORDER BY id""";

    /**
     * Some hundred for each, and its texts. A statement of its own: as a part of the other one it would be planned for all
     * months, not only for those of these letters.
     */
    private static final String SIZES_OF_ATTEMPTS = """
            SELECT id, SUM(500 + COALESCE(OCTET_LENGTH(error_message), 0) + COALESCE(OCTET_LENGTH(error_context), 0)
                + COALESCE(OCTET_LENGTH(trace_messages), 0) + CASE WHEN trace_id IS NULL THEN 0 ELSE 4096 END)
            FROM dlq_attempt WHERE %s GROUP BY id""";

    /**
     * Letters, their states, and the letters that hold the sequences in which they wait. What they failed with last is among
     * their attempts.
     */
    private static final String FIND = """
            SELECT
                l.id, l.channel, l.event_id, l.subscriber_id, l.pattern, l.event_version, l.source_type, l.source_id,
                l.source_name, l.event_time, l.metadata, l.payload, l.payload_form, l.payload_size, l.headers, l.topic,
                l.partition_no, l.offset_no, l.message_key, l.origin_time, l.consumer_group, l.source_service,
                l.error_type, l.error_code, l.error_message, l.trace_id, l.trace_messages, l.error_context, l.category,
                l.retryability, l.cause_id, l.priority, l.tags, l.ordered, l.capture_key, l.first_failed_at,
                l.edit_version, l.completeness, l.event_instance_id, l.additional, l.cpu_usage, l.memory_usage,
                l.dlq_retries, l.sealed, f.cause_id AS last_cause_id, NULL AS last_error_type, NULL AS last_error_code,
                NULL AS last_error_message, NULL AS last_error_context, 0 AS last_category, 0 AS last_retryability,
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
                    WHERE m.channel = l.channel AND m.key = l.message_key AND m.id = l.id AND m.holder = 0) END
            FROM dlq_letter l
            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            WHERE %s ORDER BY l.id""";

    private static final String ATTEMPTS = """
            SELECT id, token, started_at, took, worker, strategy, result, error_type, error_code, error_message,
                trace_id, trace_messages, error_context, category, retryability
            FROM dlq_attempt WHERE %s ORDER BY id, token""";

    private static final String FRAMES = "SELECT id, frames FROM dlq_trace WHERE %s";

    private final Sql sql;

    WholeLetters(Sql sql) {
        this.sql = sql;
    }

    private record Found(
            LetterRow letter, StateRow state, @Nullable UUID blockedBy) {
        static Found read(Columns row) throws SQLException {
            return new Found(LetterRow.read(row), StateRow.read(row), row.idOrNull());
        }
    }

    private record Size(UUID id, long bytes, int version) {}

    private record Attempts(UUID letter, long bytes) {}

    private record Frames(UUID id, String text) {}

    /** In the order of their ids, as far as they exist, and no more bytes than that; but at least one. */
    List<WholeLetter> read(Collection<LetterId> ids, long maxBytes) throws SQLException {
        List<UUID> all = new TreeSet<>(ids).stream().map(LetterId::value).toList();
        ByteLimit bytes = new ByteLimit(maxBytes);
        List<WholeLetter> whole = new ArrayList<>();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<UUID> part = all.subList(from, Math.min(all.size(), from + AT_ONCE));
            List<Size> sizes = sizes(part);
            List<UUID> fitting = fitting(sizes, bytes);
            whole.addAll(withVersions(fitting, sizes));
            if (fitting.size() < sizes.size()) break;
        }
        return whole;
    }

    private List<Size> sizes(List<UUID> ids) throws SQLException {
        Condition these = Condition.in("id", ids);
        Map<UUID, Long> attempts = new HashMap<>();
        sql.query(SIZES_OF_ATTEMPTS.formatted(these.sql()), these::bind, row -> new Attempts(row.id(), row.big()))
                .forEach(one -> attempts.put(one.letter(), one.bytes()));
        return sql.query(SIZES.formatted(these.sql()), these::bind, row -> {
            UUID id = row.id();
            return new Size(id, row.big() + attempts.getOrDefault(id, 0L), row.number());
        });
    }

    private List<UUID> fitting(List<Size> sizes, ByteLimit bytes) throws SQLException {
        List<UUID> fitting = new ArrayList<>(sizes.size());
        for (Size size : sizes) {
            long versions = size.version() == 0 ? 0 : new Versions(sql).bytes(size.id());
            if (!bytes.takes(size.bytes() + versions)) break;
            fitting.add(size.id());
        }
        return fitting;
    }

    private List<WholeLetter> withVersions(List<UUID> ids, List<Size> sizes) throws SQLException {
        Set<UUID> edited = new HashSet<>();
        for (Size size : sizes) if (size.version() > 0) edited.add(size.id());
        List<WholeLetter> whole = new ArrayList<>(ids.size());
        for (DeadLetter letter : letters(ids)) {
            UUID id = letter.id().value();
            List<Version> versions = edited.contains(id) ? new Versions(sql).of(id) : List.of();
            whole.add(new WholeLetter(letter, versions));
        }
        return whole;
    }

    /** In the order of their ids, as far as they exist. */
    List<DeadLetter> letters(List<UUID> ids) throws SQLException {
        if (ids.isEmpty()) return List.of();
        Condition some = Condition.in("l.id", ids);
        List<Found> found = sql.query(FIND.formatted(some.sql()), some::bind, Found::read);
        Condition theirs = Condition.in("id", ids);
        List<AttemptRow> attempts = sql.query(ATTEMPTS.formatted(theirs.sql()), theirs::bind, AttemptRow::read);
        Map<UUID, String> frames = frames(found, attempts);
        Map<UUID, List<Attempt>> byLetter = new HashMap<>();
        for (AttemptRow row : attempts)
            byLetter.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(withTrace(row, frames));
        return found.stream()
                .map(one ->
                        letter(one, frames, byLetter.getOrDefault(one.letter().id(), List.of())))
                .toList();
    }

    private Map<UUID, String> frames(List<Found> found, List<AttemptRow> attempts) throws SQLException {
        List<UUID> ids = Stream.concat(
                        found.stream().map(one -> one.letter().traceId()),
                        attempts.stream().map(AttemptRow::traceId))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        Map<UUID, String> frames = new HashMap<>();
        for (int from = 0; from < ids.size(); from += AT_ONCE) {
            Condition some = Condition.in("id", ids.subList(from, Math.min(ids.size(), from + AT_ONCE)));
            sql.query(FRAMES.formatted(some.sql()), some::bind, row -> new Frames(row.id(), row.text()))
                    .forEach(one -> frames.put(one.id(), one.text()));
        }
        return frames;
    }

    private static DeadLetter letter(Found found, Map<UUID, String> frames, List<Attempt> stored) {
        LetterRow row = found.letter();
        List<Attempt> attempts = new ArrayList<>(stored);
        Attempt resolving = found.state().attempt();
        if (resolving != null) attempts.add(resolving);
        Failure first = withTrace(row.failure(), row.traceId(), row.traceMessages(), frames);
        Failure last = first;
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) last = attempt.failure();
        return LetterMapper.whole(row, first, last, found.state(), found.blockedBy(), List.copyOf(attempts));
    }

    private static Attempt withTrace(AttemptRow row, Map<UUID, String> frames) {
        Attempt a = row.attempt();
        Failure failure = a.failure();
        if (failure == null) return a;
        return new Attempt(
                a.token(),
                a.startedAt(),
                a.took(),
                a.worker(),
                a.strategy(),
                a.result(),
                withTrace(failure, row.traceId(), row.traceMessages(), frames));
    }

    private static Failure withTrace(
            Failure failure, @Nullable UUID trace, List<String> messages, Map<UUID, String> frames) {
        String text = trace == null ? null : frames.get(trace);
        if (text == null) return failure;
        return new Failure(
                failure.type(),
                failure.code(),
                failure.message(),
                StackTrace.join(text, messages),
                failure.context(),
                failure.category(),
                failure.retryability());
    }
}
