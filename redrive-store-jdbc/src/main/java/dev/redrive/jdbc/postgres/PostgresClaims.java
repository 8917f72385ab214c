package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.rows.LeaseRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Claims due letters on PostgreSQL, inside a transaction. */
final class PostgresClaims {
    private static final int PROMOTED_AT_ONCE = 5000;

    /** Says how many there were, and which of them lie before the given id. */
    private static final String PROMOTE = """
            WITH due AS (
                DELETE FROM dlq_waiting WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM dlq_waiting WHERE blocked = 0 AND due_at > ? AND due_at <= ?
                    ORDER BY due_at LIMIT %d FOR UPDATE SKIP LOCKED))
                RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at),
            put AS (
                INSERT INTO dlq_ready (
                    id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at)
                SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at
                FROM due)
            SELECT NULL::uuid, NULL::text, COUNT(*) FROM due
            UNION ALL SELECT id, channel, 0 FROM due WHERE id <= ?""".formatted(PROMOTED_AT_ONCE);

    /**
     * Takes ready letters, whichever {@code %s} names, and leases them; the letter is read once for both. Payloads above the
     * given size are left out: first it is to be known how many of them there are.
     */
    private static final String CLAIM = """
            WITH picked AS MATERIALIZED (
                DELETE FROM dlq_ready WHERE ctid = ANY (ARRAY(%s))
                RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at),
            found AS MATERIALIZED (
                SELECT
            """
            + LetterRow.SELECTED.replace("l.payload,", "CASE WHEN l.payload_size <= ? THEN l.payload END AS payload,")
            + """
            , p.channel AS s_channel, p.priority AS s_priority, p.retry_count, p.max_retries, p.token,
                    p.last_failed_at, p.updated_at AS s_updated_at, p.due_at AS s_due_at, l.payload_size AS size
                FROM picked p JOIN dlq_letter l ON l.id = p.id
            """ + LetterRow.JOINS_OF_TAKEN + """
            ), leased AS (
                INSERT INTO dlq_lease (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                    worker, started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key)
                SELECT id, s_channel, s_priority, retry_count + 1, max_retries, token + 1, last_failed_at, ?, ?, ?, ?,
                    error_type, category, cause_id, NULLIF(last_cause_id, cause_id), CASE WHEN ordered = 1 THEN message_key END
                FROM found)
            SELECT * FROM found""";

    /** The condition always holds; with it, the index is used that is there for claims of all channels. */
    private static final String FIRST =
            "SELECT ctid FROM dlq_ready WHERE token >= 0 ORDER BY priority DESC, id LIMIT ? FOR UPDATE SKIP LOCKED";

    private static final String OLDEST = "SELECT ctid FROM dlq_ready ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED";

    /** Each channel's first letters come from its own range of the index, however many of other channels are due. */
    private static final String OF_CHANNELS = """
            SELECT ctid FROM dlq_ready WHERE ctid = ANY (ARRAY(
                SELECT x.place FROM unnest(?::text[]) AS c(name)
                CROSS JOIN LATERAL (
                    SELECT r.ctid AS place, r.priority, r.id FROM dlq_ready r WHERE r.channel = c.name
                    ORDER BY %1$s LIMIT ?) x
                ORDER BY %1$s LIMIT ?))
            FOR UPDATE SKIP LOCKED""";

    private static final String CLAIM_FIRST = CLAIM.formatted(FIRST);
    private static final String CLAIM_OLDEST = CLAIM.formatted(OLDEST);
    private static final String CLAIM_FIRST_OF_CHANNELS = CLAIM.formatted(OF_CHANNELS.formatted("priority DESC, id"));
    private static final String CLAIM_OLDEST_OF_CHANNELS = CLAIM.formatted(OF_CHANNELS.formatted("id"));

    // The same from remembered positions: letters by their ids, which lie before them, and then what comes behind.

    private static final String BEHIND = """
            SELECT place FROM (
                SELECT ctid AS place FROM dlq_ready WHERE %1$s id = ANY (?::uuid[]) AND id <= ? ORDER BY id LIMIT ?
                FOR UPDATE SKIP LOCKED) l
            UNION ALL
            SELECT place FROM (
                SELECT ctid AS place FROM dlq_ready WHERE %1$s id > ? ORDER BY id LIMIT ?
                FOR UPDATE SKIP LOCKED) b""";

    private static final String OLDEST_BEHIND = "SELECT place FROM (%s) o LIMIT ?".formatted(BEHIND.formatted(""));

    private static final String FIRST_BEHIND = "SELECT place FROM ("
            + Arrays.stream(Priority.values())
                    .sorted(Comparator.reverseOrder())
                    .map(priority -> BEHIND.formatted("token >= 0 AND priority = " + priority.ordinal() + " AND"))
                    .collect(Collectors.joining("\nUNION ALL\n"))
            + ") f LIMIT ?";

    private static final String OF_CHANNELS_BEHIND = """
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
                ORDER BY %1$s LIMIT ?))
            FOR UPDATE SKIP LOCKED""";

    private static final String CLAIM_FIRST_BEHIND = CLAIM.formatted(FIRST_BEHIND);
    private static final String CLAIM_OLDEST_BEHIND = CLAIM.formatted(OLDEST_BEHIND);
    private static final String CLAIM_FIRST_OF_CHANNELS_BEHIND =
            CLAIM.formatted(OF_CHANNELS_BEHIND.formatted("priority DESC, id"));
    private static final String CLAIM_OLDEST_OF_CHANNELS_BEHIND = CLAIM.formatted(OF_CHANNELS_BEHIND.formatted("id"));

    private static final String READY_OF_CHANNELS_BEHIND = """
            (SELECT due_at FROM dlq_ready WHERE id = ANY (?::uuid[]) AND channel = ANY (?::text[]) LIMIT 1)
            UNION ALL
            (SELECT b.due_at FROM unnest(?::text[], ?::smallint[], ?::uuid[]) AS c(name, priority, after)
                CROSS JOIN LATERAL (
                    SELECT r.due_at FROM dlq_ready r
                    WHERE r.channel = c.name AND r.priority = c.priority AND r.id > c.after
                    ORDER BY priority DESC, id LIMIT 1) b LIMIT 1)
            LIMIT 1""";
    private static final String READY_BEHIND = READY_OF_CHANNELS_BEHIND
            .replace(" AND channel = ANY (?::text[])", " AND ?::text[] IS NULL")
            .replace("r.channel = c.name AND", "r.token >= 0 AND");

    private static final Priority[] PRIORITIES = Priority.values();
    private static final Comparator<LeasedLetter> BY_AGE =
            Comparator.comparing(c -> c.letter().id());
    private static final Comparator<LeasedLetter> AS_CLAIMED = Comparator.<LeasedLetter, Priority>comparing(
                    c -> c.letter().priority())
            .reversed()
            .thenComparing(BY_AGE);

    private final Sql sql;
    private final Instant now;

    PostgresClaims(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

    // Claim

    /** Makes ready what has become due; true when that was all. */
    private boolean promote(ClaimPositions.View view) throws SQLException {
        List<Long> counts = sql.query(
                PROMOTE,
                in -> {
                    in.int8(view.dueAfter);
                    in.int8(now.toEpochMilli());
                    in.id(view.highest);
                },
                row -> {
                    UUID id = row.idOrNull();
                    String channel = row.textOrNull();
                    if (id != null && channel != null) view.ready(id, channel);
                    return row.big();
                });
        return counts.stream().mapToLong(Long::longValue).sum() < PROMOTED_AT_ONCE;
    }

    /**
     * The server knows too little about tables through which everything passes: it may think that only a few rows lie behind a
     * position, and sort all of them instead of reading the first ones from the index.
     */
    private void walkIndexes() throws SQLException {
        try (Statement statement = sql.connection().createStatement()) {
            statement.execute("SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off");
        }
    }

    ClaimPositions.Got claim(ClaimRequest request, ClaimPositions.View view) throws SQLException {
        List<LeasedLetter> claimed = new ArrayList<>();
        if (!view.fromStart) walkIndexes();
        boolean all = promote(view);
        Optional<Set<String>> channels = request.channels();
        if (channels.isPresent() && channels.get().isEmpty()) return new ClaimPositions.Got(claimed, null, all, true);
        ByteLimit bytes = new ByteLimit(request.maxBytes());
        if (request.oldest() > 0) claim(request, view, true, request.oldest(), bytes, claimed);
        UUID oldest = claimed.stream()
                .map(one -> one.letter().id())
                .max(Comparator.naturalOrder())
                .map(LetterId::value)
                .orElse(null);
        int rest = request.limit() - claimed.size();
        if (rest > 0 && !bytes.isFull()) claim(request, view, false, rest, bytes, claimed);
        claimed.sort(AS_CLAIMED);
        boolean emptied = claimed.size() < request.limit() && !bytes.isFull();
        return new ClaimPositions.Got(claimed, oldest, all, emptied);
    }

    /** A letter that was leased, and as it was before. */
    private record Taken(LeasedLetter leased, StateRow before, int size) {}

    /** Leases letters; those that are too many bytes are put back. */
    private void claim(
            ClaimRequest request,
            ClaimPositions.View view,
            boolean oldest,
            int limit,
            ByteLimit bytes,
            List<LeasedLetter> into)
            throws SQLException {
        long inPassing = request.maxBytes() / request.limit();
        List<Taken> taken = take(request, view, oldest, limit, inPassing);
        taken.sort(Comparator.comparing(Taken::leased, oldest ? BY_AGE : AS_CLAIMED));
        List<StateRow> surplus = new ArrayList<>();
        List<LeasedLetter> large = new ArrayList<>();
        for (Taken one : taken) {
            if (!bytes.takes(one.size())) surplus.add(one.before());
            else if (one.size() > inPassing) large.add(one.leased());
            else into.add(one.leased());
        }
        if (!surplus.isEmpty()) putBack(surplus);
        if (!large.isEmpty()) into.addAll(withPayloads(large));
    }

    private void putBack(List<StateRow> surplus) throws SQLException {
        sql.batch("DELETE FROM dlq_lease WHERE id = ?", surplus, (letter, out) -> out.id(letter.id()));
        new LetterTables(sql, now).states().insertAll(surplus);
    }

    private List<LeasedLetter> withPayloads(List<LeasedLetter> large) throws SQLException {
        List<LeasedLetter> whole = new ArrayList<>(large.size());
        for (LeasedLetter one : large) {
            Payload payload = sql.first(
                            "SELECT payload, payload_form, payload_size FROM dlq_letter WHERE id = ?",
                            in -> in.id(one.letter().id().value()),
                            row -> ColumnCodec.unpack(row.bytesOrNull(), row.number(), row.number()))
                    .orElseThrow();
            whole.add(new LeasedLetter(one.letter().with(one.letter().message().with(payload)), one.lease()));
        }
        return whole;
    }

    private List<Taken> take(ClaimRequest request, ClaimPositions.View view, boolean oldest, int limit, long largest)
            throws SQLException {
        List<Taken> into = new ArrayList<>();
        Instant until = now.plus(request.leaseTime());
        boolean all = request.channels().isEmpty();
        String text = view.fromStart ? fromStart(all, oldest) : behind(all, oldest);
        try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
            int at = view.fromStart
                    ? bindFromStart(statement, request, limit)
                    : bindBehind(statement, request, view, oldest, limit);
            statement.setInt(++at, (int) Math.min(Integer.MAX_VALUE, largest));
            statement.setLong(++at, now.toEpochMilli());
            statement.setString(++at, request.worker());
            statement.setLong(++at, now.toEpochMilli());
            statement.setLong(++at, until.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) into.add(taken(columns, request.worker(), until));
            }
        }
        return into;
    }

    private static String fromStart(boolean all, boolean oldest) {
        if (all) return oldest ? CLAIM_OLDEST : CLAIM_FIRST;
        return oldest ? CLAIM_OLDEST_OF_CHANNELS : CLAIM_FIRST_OF_CHANNELS;
    }

    private static String behind(boolean all, boolean oldest) {
        if (all) return oldest ? CLAIM_OLDEST_BEHIND : CLAIM_FIRST_BEHIND;
        return oldest ? CLAIM_OLDEST_OF_CHANNELS_BEHIND : CLAIM_FIRST_OF_CHANNELS_BEHIND;
    }

    /** Returns the last parameter that it bound. */
    private int bindFromStart(PreparedStatement statement, ClaimRequest request, int limit) throws SQLException {
        int at = 0;
        if (request.channels().isPresent()) {
            statement.setArray(++at, array("text", request.channels().get()));
            statement.setInt(++at, limit);
        }
        statement.setInt(++at, limit);
        return at;
    }

    private int bindBehind(
            PreparedStatement statement, ClaimRequest request, ClaimPositions.View view, boolean oldest, int limit)
            throws SQLException {
        Array late = array("uuid", view.late());
        int at = 0;
        if (request.channels().isPresent()) {
            statement.setArray(++at, late);
            statement.setArray(++at, array("text", request.channels().get()));
            List<Behind> ranges = behind(request.channels().get(), view);
            new ColumnArrays<>(sql.connection(), statement, at + 1, ranges)
                    .texts(Behind::channel)
                    .int2(Behind::priority)
                    .ids(Behind::after);
            at += 3;
            statement.setInt(++at, limit);
        } else {
            for (int priority = oldest ? 0 : PRIORITIES.length - 1; priority >= 0; priority--) {
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

    /** Since when a letter is due that a claim would get; any of them, because it is due. */
    static Optional<Instant> ready(Sql sql, Optional<Set<String>> channels, ClaimPositions.View view)
            throws SQLException {
        List<Behind> ranges = channels.isEmpty() ? behind(view) : behind(channels.get(), view);
        String behind = channels.isEmpty() ? READY_BEHIND : READY_OF_CHANNELS_BEHIND;
        try (PreparedStatement statement = sql.connection().prepareStatement(behind)) {
            statement.setArray(1, sql.connection().createArrayOf("uuid", view.late()));
            statement.setArray(
                    2,
                    channels.isEmpty()
                            ? null
                            : sql.connection()
                                    .createArrayOf("text", channels.get().toArray()));
            new ColumnArrays<>(sql.connection(), statement, 3, ranges)
                    .texts(Behind::channel)
                    .int2(Behind::priority)
                    .ids(Behind::after);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(Instant.ofEpochMilli(rows.getLong(1))) : Optional.empty();
            }
        }
    }

    private static List<Behind> behind(ClaimPositions.View view) {
        return IntStream.range(0, PRIORITIES.length)
                .mapToObj(i -> new Behind("", i, view.after(i)))
                .toList();
    }

    /** The letters of one channel and one priority behind an id. */
    private record Behind(String channel, int priority, UUID after) {}

    private static List<Behind> behind(Set<String> channels, ClaimPositions.View view) {
        List<Behind> ranges = new ArrayList<>(channels.size());
        for (String channel : channels) {
            UUID[] after = view.ofChannel(channel);
            for (int i = 0; i < PRIORITIES.length; i++)
                ranges.add(new Behind(channel, i, after == null ? ClaimPositions.START : after[i]));
        }
        return ranges;
    }

    private Taken taken(Columns row, String worker, Instant until) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        Place.Leased lease = new Place.Leased(worker, now, until);
        StateRow leased = StateRow.readClaimed(letter.id(), row, now, lease);
        StateRow before = leased.beforeClaim(row.time(), new Place.Ready(row.time()));
        return new Taken(LetterMapper.claimed(letter, leased), before, row.number());
    }

    private Array array(String type, Collection<?> values) throws SQLException {
        return array(type, values.toArray());
    }

    private Array array(String type, Object[] values) throws SQLException {
        return sql.connection().createArrayOf(type, values);
    }

    /** Letters of workers that did not come back are due again, or failed. */
    void recoverExpiredLeases() throws SQLException {
        List<LeaseRow> lost = sql.query("""
                SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                    started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key,
                    back_to, back_due
                FROM dlq_lease WHERE lease_until <= ? LIMIT 1000 FOR UPDATE SKIP LOCKED""", in -> in.int8(now.toEpochMilli()), LeaseRow::read);
        if (lost.isEmpty()) return;
        LetterTables tables = new LetterTables(sql, now);
        for (LeaseRow one : lost) tables.claims().expire(one);
        tables.writeDeltas();
    }
}
