package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Priority;
import dev.redrive.store.leases.ClaimRequest;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * The statement with which a claim leases ready letters. There are eight: the first letters or the oldest ones, of all
 * channels or of some, from the start of the queue or from remembered positions. They differ in the query that picks the rows,
 * because each has to read its rows in order from one index, however many letters are ready.
 */
final class ClaimStatement {
    /**
     * Deletes the picked rows of {@code dlq_ready} and leases their letters; each letter is read once for both. {@code %s} is one
     * of the queries below. Payloads above the given size are left out: first it is to be known how many of them there are. Most
     * letters were never tried before, and have no attempt to look for.
     */
    private static final String CLAIM = """
            WITH picked AS MATERIALIZED (
                DELETE FROM dlq_ready WHERE ctid = ANY (ARRAY(%s))
                RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at),
            found AS MATERIALIZED (
                SELECT
                    l.id, l.channel, l.event_id, l.subscriber_id, l.pattern, l.event_version, l.source_type, l.source_id,
                    l.source_name, l.event_time, l.metadata, CASE WHEN l.payload_size <= ? THEN l.payload END AS payload,
                    l.payload_form, l.payload_size, l.headers, l.topic,
                    l.partition_no, l.offset_no, l.message_key, l.origin_time, l.consumer_group, l.source_service,
                    l.error_type, l.error_code, l.error_message, l.trace_id, l.trace_messages, l.error_context, l.category,
                    l.retryability, l.cause_id, l.priority, l.tags, l.ordered, l.capture_key, l.first_failed_at,
                    l.edit_version, l.completeness, l.event_instance_id, l.additional, l.cpu_usage, l.memory_usage,
                    l.dlq_retries, l.sealed, f.cause_id AS last_cause_id, n.error_type AS last_error_type,
                    n.error_code AS last_error_code, n.error_message AS last_error_message,
                    n.error_context AS last_error_context, n.category AS last_category, n.retryability AS last_retryability,
                    p.channel AS s_channel, p.priority AS s_priority, p.retry_count, p.max_retries, p.token,
                    p.last_failed_at, p.updated_at AS s_updated_at, p.due_at AS s_due_at, l.payload_size AS size
                FROM picked p JOIN dlq_letter l ON l.id = p.id
                LEFT JOIN dlq_last_failure f ON f.id = l.id
                LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = CASE WHEN p.token > 0 THEN (
                    SELECT MAX(m.token) FROM dlq_attempt m
                    WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0) END),
            leased AS (
                INSERT INTO dlq_lease (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                    worker, started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key)
                SELECT id, s_channel, s_priority, retry_count + 1, max_retries, token + 1, last_failed_at, ?, ?, ?, ?,
                    error_type, category, cause_id, NULLIF(last_cause_id, cause_id), CASE WHEN ordered = 1 THEN message_key END
                FROM found)
            SELECT * FROM found""";

    // From the start of the queue

    /** The condition always holds; with it, the index is used that is there for claims of all channels. */
    private static final String FIRST = """
            SELECT ctid FROM dlq_ready WHERE token >= 0 ORDER BY priority DESC, id LIMIT ? FOR UPDATE SKIP LOCKED""";

    /** In the order of the primary key. */
    private static final String OLDEST = """
            SELECT ctid FROM dlq_ready ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED""";

    /** Each channel's first letters come from its own range of the index, however many of other channels are due. */
    private static final String FIRST_OF_CHANNELS = """
            SELECT ctid FROM dlq_ready WHERE ctid = ANY (ARRAY(
                SELECT x.place FROM unnest(?::text[]) AS c(name)
                CROSS JOIN LATERAL (
                    SELECT r.ctid AS place, r.priority, r.id FROM dlq_ready r WHERE r.channel = c.name
                    ORDER BY priority DESC, id LIMIT ?) x
                ORDER BY priority DESC, id LIMIT ?))
            FOR UPDATE SKIP LOCKED""";

    /** The same in the other order. */
    private static final String OLDEST_OF_CHANNELS = """
            SELECT ctid FROM dlq_ready WHERE ctid = ANY (ARRAY(
                SELECT x.place FROM unnest(?::text[]) AS c(name)
                CROSS JOIN LATERAL (
                    SELECT r.ctid AS place, r.priority, r.id FROM dlq_ready r WHERE r.channel = c.name
                    ORDER BY id LIMIT ?) x
                ORDER BY id LIMIT ?))
            FOR UPDATE SKIP LOCKED""";

    // From remembered positions: late letters, which lie before them, by their ids, and then what comes behind

    /** One pair of ranges for each priority, from the most urgent one (3) to the least (0): the order of the index. */
    private static final String FIRST_BEHIND = """
            SELECT place FROM (
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready
                    WHERE token >= 0 AND priority = 3 AND id = ANY (?::uuid[]) AND id <= ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) l
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready WHERE token >= 0 AND priority = 3 AND id > ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) b
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready
                    WHERE token >= 0 AND priority = 2 AND id = ANY (?::uuid[]) AND id <= ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) l
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready WHERE token >= 0 AND priority = 2 AND id > ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) b
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready
                    WHERE token >= 0 AND priority = 1 AND id = ANY (?::uuid[]) AND id <= ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) l
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready WHERE token >= 0 AND priority = 1 AND id > ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) b
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready
                    WHERE token >= 0 AND priority = 0 AND id = ANY (?::uuid[]) AND id <= ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) l
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready WHERE token >= 0 AND priority = 0 AND id > ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) b) f LIMIT ?""";

    /** One pair of ranges is enough in the order of the primary key. */
    private static final String OLDEST_BEHIND = """
            SELECT place FROM (
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready WHERE id = ANY (?::uuid[]) AND id <= ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) l
                UNION ALL
                SELECT place FROM (
                    SELECT ctid AS place FROM dlq_ready WHERE id > ?
                    ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED) b) o LIMIT ?""";

    /** One range for each channel and priority; the positions come as rows, because they are as many as the channels. */
    private static final String FIRST_OF_CHANNELS_BEHIND = """
            SELECT ctid FROM dlq_ready WHERE ctid = ANY (ARRAY(
                SELECT x.place FROM (
                    SELECT ctid AS place, priority, id FROM dlq_ready WHERE id = ANY (?::uuid[]) AND channel = ANY (?::text[])
                    UNION
                    SELECT b.place, b.priority, b.id
                    FROM unnest(?::text[], ?::smallint[], ?::uuid[]) AS c(name, priority, after)
                    CROSS JOIN LATERAL (
                        SELECT r.ctid AS place, r.priority, r.id FROM dlq_ready r
                        WHERE r.channel = c.name AND r.priority = c.priority AND r.id > c.after
                        ORDER BY r.id LIMIT ?) b) x
                ORDER BY priority DESC, id LIMIT ?))
            FOR UPDATE SKIP LOCKED""";

    /** The same in the other order. */
    private static final String OLDEST_OF_CHANNELS_BEHIND = """
            SELECT ctid FROM dlq_ready WHERE ctid = ANY (ARRAY(
                SELECT x.place FROM (
                    SELECT ctid AS place, priority, id FROM dlq_ready WHERE id = ANY (?::uuid[]) AND channel = ANY (?::text[])
                    UNION
                    SELECT b.place, b.priority, b.id
                    FROM unnest(?::text[], ?::smallint[], ?::uuid[]) AS c(name, priority, after)
                    CROSS JOIN LATERAL (
                        SELECT r.ctid AS place, r.priority, r.id FROM dlq_ready r
                        WHERE r.channel = c.name AND r.priority = c.priority AND r.id > c.after
                        ORDER BY r.id LIMIT ?) b) x
                ORDER BY id LIMIT ?))
            FOR UPDATE SKIP LOCKED""";

    private static final String CLAIM_FIRST = CLAIM.formatted(FIRST);
    private static final String CLAIM_OLDEST = CLAIM.formatted(OLDEST);
    private static final String CLAIM_FIRST_OF_CHANNELS = CLAIM.formatted(FIRST_OF_CHANNELS);
    private static final String CLAIM_OLDEST_OF_CHANNELS = CLAIM.formatted(OLDEST_OF_CHANNELS);
    private static final String CLAIM_FIRST_BEHIND = CLAIM.formatted(FIRST_BEHIND);
    private static final String CLAIM_OLDEST_BEHIND = CLAIM.formatted(OLDEST_BEHIND);
    private static final String CLAIM_FIRST_OF_CHANNELS_BEHIND = CLAIM.formatted(FIRST_OF_CHANNELS_BEHIND);
    private static final String CLAIM_OLDEST_OF_CHANNELS_BEHIND = CLAIM.formatted(OLDEST_OF_CHANNELS_BEHIND);

    private static final int PRIORITIES = Priority.values().length;

    private final Sql sql;
    private final ClaimRequest request;
    private final ClaimPositions.View view;
    private final boolean oldest;

    ClaimStatement(Sql sql, ClaimRequest request, ClaimPositions.View view, boolean oldest) {
        this.sql = sql;
        this.request = request;
        this.view = view;
        this.oldest = oldest;
    }

    String text() {
        boolean all = request.channels().isEmpty();
        return view.fromStart ? fromStart(all, oldest) : behind(all, oldest);
    }

    private static String fromStart(boolean all, boolean oldest) {
        if (all) return oldest ? CLAIM_OLDEST : CLAIM_FIRST;
        return oldest ? CLAIM_OLDEST_OF_CHANNELS : CLAIM_FIRST_OF_CHANNELS;
    }

    private static String behind(boolean all, boolean oldest) {
        if (all) return oldest ? CLAIM_OLDEST_BEHIND : CLAIM_FIRST_BEHIND;
        return oldest ? CLAIM_OLDEST_OF_CHANNELS_BEHIND : CLAIM_FIRST_OF_CHANNELS_BEHIND;
    }

    /** Binds what the query that picks the rows needs, and returns the last parameter that it bound. */
    int bind(PreparedStatement statement, int limit) throws SQLException {
        return view.fromStart ? bindFromStart(statement, limit) : bindBehind(statement, limit);
    }

    private int bindFromStart(PreparedStatement statement, int limit) throws SQLException {
        int at = 0;
        if (request.channels().isPresent()) {
            statement.setArray(++at, channels());
            statement.setInt(++at, limit);
        }
        statement.setInt(++at, limit);
        return at;
    }

    private int bindBehind(PreparedStatement statement, int limit) throws SQLException {
        Array late = sql.connection().createArrayOf("uuid", view.late());
        int at = 0;
        if (request.channels().isPresent()) {
            statement.setArray(++at, late);
            statement.setArray(++at, channels());
            List<ReadyRange> ranges = ReadyRange.of(request.channels().get(), view);
            at = ReadyRange.bindOfChannels(sql, statement, at, ranges);
            statement.setInt(++at, limit);
        } else {
            for (int priority = oldest ? 0 : PRIORITIES - 1; priority >= 0; priority--) {
                UUID after = oldest ? view.oldest : view.after(priority);
                statement.setArray(++at, late);
                statement.setObject(++at, after);
                statement.setInt(++at, limit);
                statement.setObject(++at, after);
                statement.setInt(++at, limit);
            }
        }
        statement.setInt(++at, limit);
        return at;
    }

    private Array channels() throws SQLException {
        return sql.connection()
                .createArrayOf("text", request.channels().orElseThrow().toArray());
    }
}
