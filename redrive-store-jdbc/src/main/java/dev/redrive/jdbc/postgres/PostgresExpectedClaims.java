package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.postgresql.util.PGobject;

/**
 * Leases letters that are as expected, inside a transaction of PostgreSQL: many of them together with a few statements, which
 * leave out letters with a sequence, letters in any state and letters that other transactions move, and then those one by one.
 */
final class PostgresExpectedClaims {
    /**
     * How a letter should stand comes as one JSON object and is looked up by letter, for the reason that
     * {@link PostgresSettlements} gives. A change of a letter always moves its row, so a row that could be taken belongs to the
     * letter as this statement sees it. The status is compared too, and the attempt that ended in it is kept, because its row
     * goes.
     */
    private static final String CLAIM_SETTLED = """
            WITH picked AS MATERIALIZED (
                DELETE FROM dlq_settled s WHERE s.id = ANY (?::uuid[]) AND s.token = (? -> s.id::text ->> 1)::int
                    AND s.status = (? -> s.id::text ->> 0)::int
                    AND (SELECT l.edit_version FROM dlq_letter l
                        WHERE l.id = s.id AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0)
                        = (? -> s.id::text ->> 2)::int
                RETURNING s.*),
            kept AS (
                INSERT INTO dlq_attempt (id, token, started_at, took, worker, strategy, result)
                SELECT id, token, started_at, took, worker, strategy, 0 FROM picked WHERE started_at IS NOT NULL),
            found AS MATERIALIZED (
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
                    p.channel AS s_channel, p.priority AS s_priority, p.retry_count, p.max_retries, p.token,
                    p.last_failed_at, p.status, NULL::bigint AS due_at
                FROM picked p JOIN dlq_letter l ON l.id = p.id
                LEFT JOIN dlq_last_failure f ON f.id = l.id
                LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = CASE WHEN p.token > 0 THEN (
                    SELECT MAX(m.token) FROM dlq_attempt m
                    WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0) END),
            leased AS (
                INSERT INTO dlq_lease (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                    worker, started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to,
                    back_due)
                SELECT id, s_channel, s_priority, retry_count + 1, max_retries, token + 1, last_failed_at, ?, ?, ?, ?,
                    error_type, category, cause_id, NULLIF(last_cause_id, cause_id), NULL, status, due_at
                FROM found)
            SELECT * FROM found""";

    /** All of them are pending and no attempt is in their rows; the lease knows when they were due. */
    private static final String CLAIM_READY = """
            WITH picked AS MATERIALIZED (
                DELETE FROM dlq_ready s WHERE s.id = ANY (?::uuid[]) AND s.token = (? -> s.id::text ->> 1)::int
                    AND (SELECT l.edit_version FROM dlq_letter l
                        WHERE l.id = s.id AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0)
                        = (? -> s.id::text ->> 2)::int
                RETURNING s.*),
            found AS MATERIALIZED (
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
                    p.channel AS s_channel, p.priority AS s_priority, p.retry_count, p.max_retries, p.token,
                    p.last_failed_at, 0 AS status, p.due_at
                FROM picked p JOIN dlq_letter l ON l.id = p.id
                LEFT JOIN dlq_last_failure f ON f.id = l.id
                LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = CASE WHEN p.token > 0 THEN (
                    SELECT MAX(m.token) FROM dlq_attempt m
                    WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0) END),
            leased AS (
                INSERT INTO dlq_lease (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                    worker, started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to,
                    back_due)
                SELECT id, s_channel, s_priority, retry_count + 1, max_retries, token + 1, last_failed_at, ?, ?, ?, ?,
                    error_type, category, cause_id, NULLIF(last_cause_id, cause_id), NULL, status, due_at
                FROM found)
            SELECT * FROM found""";

    /** The same for letters that are not due yet. */
    private static final String CLAIM_WAITING = """
            WITH picked AS MATERIALIZED (
                DELETE FROM dlq_waiting s WHERE s.id = ANY (?::uuid[]) AND s.token = (? -> s.id::text ->> 1)::int
                    AND (SELECT l.edit_version FROM dlq_letter l
                        WHERE l.id = s.id AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0)
                        = (? -> s.id::text ->> 2)::int
                RETURNING s.*),
            found AS MATERIALIZED (
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
                    p.channel AS s_channel, p.priority AS s_priority, p.retry_count, p.max_retries, p.token,
                    p.last_failed_at, 0 AS status, p.due_at
                FROM picked p JOIN dlq_letter l ON l.id = p.id
                LEFT JOIN dlq_last_failure f ON f.id = l.id
                LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = CASE WHEN p.token > 0 THEN (
                    SELECT MAX(m.token) FROM dlq_attempt m
                    WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0) END),
            leased AS (
                INSERT INTO dlq_lease (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                    worker, started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to,
                    back_due)
                SELECT id, s_channel, s_priority, retry_count + 1, max_retries, token + 1, last_failed_at, ?, ?, ?, ?,
                    error_type, category, cause_id, NULLIF(last_cause_id, cause_id), NULL, status, due_at
                FROM found)
            SELECT * FROM found""";

    private static final Set<LetterStatus> SETTLED = EnumSet.of(LetterStatus.FAILED, LetterStatus.MANUAL);
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    private final Sql sql;
    private final Instant now;
    private final String worker;
    private final Duration leaseTime;
    private final LetterTables tables;

    PostgresExpectedClaims(Sql sql, Instant now, String worker, Duration leaseTime) {
        this.sql = sql;
        this.now = now;
        this.worker = worker;
        this.leaseTime = leaseTime;
        this.tables = new LetterTables(sql, now);
    }

    /** The letters that could be leased. */
    Map<LetterId, ClaimResult> claimTogether(List<ExpectedLetter> expected) throws SQLException {
        Map<LetterId, ClaimResult> answers = new HashMap<>(expected.size() * 2);
        List<ExpectedLetter.AsSeen> settled = new ArrayList<>(expected.size());
        List<ExpectedLetter.AsSeen> pending = new ArrayList<>();
        for (ExpectedLetter one : expected) {
            if (!(one instanceof ExpectedLetter.AsSeen letter)) continue;
            if (SETTLED.contains(letter.status())) settled.add(letter);
            if (letter.status() == LetterStatus.PENDING) pending.add(letter);
        }
        claim(CLAIM_SETTLED, settled, answers);
        claim(CLAIM_READY, pending, answers);
        pending.removeIf(letter -> answers.containsKey(letter.id()));
        claim(CLAIM_WAITING, pending, answers);
        tables.writeDeltas();
        return answers;
    }

    private void claim(String text, List<ExpectedLetter.AsSeen> expected, Map<LetterId, ClaimResult> answers)
            throws SQLException {
        if (expected.isEmpty()) return;
        boolean withStatus = text.equals(CLAIM_SETTLED);
        PGobject standing = standing(expected);
        try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
            new ColumnArrays<>(sql.connection(), statement, 1, expected)
                    .ids(letter -> letter.id().value());
            int at = 1;
            statement.setObject(++at, standing);
            if (withStatus) statement.setObject(++at, standing);
            statement.setObject(++at, standing);
            statement.setLong(++at, now.toEpochMilli());
            statement.setString(++at, worker);
            statement.setLong(++at, now.toEpochMilli());
            statement.setLong(++at, now.plus(leaseTime).toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) {
                    ClaimResult.Leased leased = leased(columns);
                    answers.put(leased.claimed().letter().id(), leased);
                }
            }
        }
    }

    private static PGobject standing(List<ExpectedLetter.AsSeen> expected) throws SQLException {
        StringBuilder json = new StringBuilder(expected.size() * 52).append('{');
        for (ExpectedLetter.AsSeen letter : expected) {
            if (json.length() > 1) json.append(',');
            json.append('"').append(letter.id()).append("\":[");
            json.append(letter.status().ordinal()).append(',').append(letter.attempt());
            json.append(',').append(letter.version()).append(']');
        }
        PGobject object = new PGobject();
        object.setType("jsonb");
        object.setValue(json.append('}').toString());
        return object;
    }

    private ClaimResult.Leased leased(Columns row) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        Place.Leased lease = new Place.Leased(worker, now, now.plus(leaseTime));
        StateRow leased = StateRow.readClaimed(letter.id(), row, now, lease);
        LetterStatus from = STATUSES[row.number()];
        Instant dueAt = row.timeOrNull();
        tables.deltas().move(letter.kind(), from, LetterStatus.RETRYING);
        return new ClaimResult.Leased(LetterMapper.claimed(letter, leased), from, dueAt);
    }

    /**
     * The result of each letter; none for a letter that another transaction moved meanwhile. Letters with a sequence
     * are read again after it is locked: only then can they no longer change.
     */
    Map<LetterId, ClaimResult> claimEach(List<ExpectedLetter> expected) throws SQLException {
        List<UUID> ids = expected.stream().map(letter -> letter.id().value()).toList();
        Map<UUID, FoundLetter> found = tables.states().findAll(ids);
        Set<Sequence> sequences = new HashSet<>();
        for (FoundLetter one : found.values()) {
            Sequence sequence = one.sequence();
            if (sequence != null) sequences.add(sequence);
        }
        if (!sequences.isEmpty()) {
            SequenceLocks.take(sql, sequences);
            found = tables.states().findAll(ids);
        }
        Map<LetterId, ClaimResult> answers = new HashMap<>();
        for (ExpectedLetter letter : expected) {
            FoundLetter one = found.get(letter.id().value());
            if (one == null) answers.put(letter.id(), new ClaimResult.NoSuchLetter());
            else
                tables.claims()
                        .claim(one, letter, worker, leaseTime)
                        .ifPresent(result -> answers.put(letter.id(), result));
        }
        tables.writeDeltas();
        return answers;
    }
}
