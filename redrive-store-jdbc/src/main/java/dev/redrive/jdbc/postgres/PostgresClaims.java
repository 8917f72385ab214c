package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.CounterKey;
import dev.redrive.jdbc.letters.LeaseRow;
import dev.redrive.jdbc.letters.LetterMapper;
import dev.redrive.jdbc.letters.LetterRow;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.letters.StateRow;
import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/** Claiming and settling on PostgreSQL, inside a transaction. */
final class PostgresClaims {
    private static final int PROMOTED_AT_ONCE = 5000;

    /** Says how many there were, and which of them lie before the given id. */
    private static final String PROMOTE = "WITH due AS (DELETE FROM dlq_waiting WHERE ctid = ANY (ARRAY("
            + "SELECT ctid FROM dlq_waiting WHERE blocked = 0 AND due_at > ? AND due_at <= ? ORDER BY due_at LIMIT "
            + PROMOTED_AT_ONCE + " FOR UPDATE SKIP LOCKED)) RETURNING " + StateRow.READY_NAMES + "),"
            + " put AS (INSERT INTO dlq_ready (" + StateRow.READY_NAMES + ") SELECT " + StateRow.READY_NAMES
            + " FROM due)"
            + " SELECT NULL::uuid, NULL::text, COUNT(*) FROM due"
            + " UNION ALL SELECT id, channel, 0 FROM due WHERE id <= ?";

    /** Takes ready letters, whichever {@code %s} names, and leases them; the letter is read once for both. */
    private static final String CLAIM = """
            WITH picked AS MATERIALIZED (
                DELETE FROM dlq_ready WHERE ctid = ANY (ARRAY(%s))
                RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at),
            found AS MATERIALIZED (
                SELECT
            """ + LetterRow.SELECTED + """
            , p.channel AS s_channel, p.priority AS s_priority, p.retry_count, p.max_retries, p.token,
                    p.last_failed_at
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

    private static final String OLDEST_BEHIND = "SELECT place FROM (" + BEHIND.formatted("") + ") o LIMIT ?";

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

    /**
     * The tokens come as one JSON object and are looked up by letter. A join would be as good with good statistics, but a
     * table through which everything passes has none: the server thinks it empty and compares each with each.
     */
    private static final String TAKE = "DELETE FROM dlq_lease WHERE id = ANY (?::uuid[])"
            + " AND token = (? ->> id::text)::int RETURNING " + StateRow.LEASE_NAMES;

    private static final String RENEW = """
            UPDATE dlq_lease SET lease_until = ? WHERE id = ANY (?::uuid[]) AND token = (? ->> id::text)::int
            RETURNING id""";

    private static final Priority[] PRIORITIES = Priority.values();
    private static final Comparator<LeasedLetter> AS_CLAIMED = Comparator.<LeasedLetter, Priority>comparing(
                    c -> c.letter().priority())
            .reversed()
            .thenComparing(c -> c.letter().id());

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
        if (channels.isPresent() && channels.get().isEmpty()) return new ClaimPositions.Got(claimed, null, all);
        if (request.oldest() > 0) claim(request, view, true, request.oldest(), claimed);
        UUID oldest = claimed.stream()
                .map(one -> one.letter().id())
                .max(Comparator.naturalOrder())
                .map(LetterId::value)
                .orElse(null);
        int rest = request.limit() - claimed.size();
        if (rest > 0) claim(request, view, false, rest, claimed);
        claimed.sort(AS_CLAIMED);
        return new ClaimPositions.Got(claimed, oldest, all);
    }

    private void claim(
            ClaimRequest request, ClaimPositions.View view, boolean oldest, int limit, List<LeasedLetter> into)
            throws SQLException {
        Instant until = now.plus(request.leaseTime());
        boolean all = request.channels().isEmpty();
        String text = view.fromStart ? fromStart(all, oldest) : behind(all, oldest);
        try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
            int at = view.fromStart
                    ? bindFromStart(statement, request, limit)
                    : bindBehind(statement, request, view, oldest, limit);
            statement.setLong(++at, now.toEpochMilli());
            statement.setString(++at, request.worker());
            statement.setLong(++at, now.toEpochMilli());
            statement.setLong(++at, until.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) into.add(claimed(columns, request.worker(), until));
            }
        }
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

    private LeasedLetter claimed(Columns row, String worker, Instant until) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        StateRow ready = new StateRow(
                letter.id(),
                row.text(),
                PRIORITIES[row.number()],
                row.number(),
                row.number(),
                row.number(),
                row.time(),
                now,
                LetterStatus.PENDING,
                null,
                false,
                null,
                null,
                null,
                null,
                null,
                null);
        return LetterMapper.claimed(letter, ready.leased(worker, now, until));
    }

    private Array array(String type, Collection<?> values) throws SQLException {
        return array(type, values.toArray());
    }

    private Array array(String type, Object[] values) throws SQLException {
        return sql.connection().createArrayOf(type, values);
    }

    /** Letters of workers that did not come back are due again, or failed. */
    void recover() throws SQLException {
        List<LeaseRow> lost = sql.query(
                "SELECT " + LeaseRow.SELECTED
                        + " FROM dlq_lease WHERE lease_until <= ? LIMIT 1000 FOR UPDATE SKIP LOCKED",
                in -> in.int8(now.toEpochMilli()),
                LeaseRow::read);
        if (lost.isEmpty()) return;
        LetterTables tables = new LetterTables(sql, now);
        for (LeaseRow one : lost) if (tables.take(one.lease())) tables.lose(one);
        tables.deltas().write(sql);
    }

    Set<LetterId> renew(Collection<Lease> leases, Instant until) throws SQLException {
        Set<LetterId> held = new HashSet<>();
        try (PreparedStatement statement = sql.connection().prepareStatement(RENEW)) {
            statement.setLong(1, until.toEpochMilli());
            statement.setArray(
                    2, array("uuid", leases.stream().map(l -> l.id().value()).toList()));
            statement.setObject(3, tokens(leases));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) held.add(new LetterId(rows.getObject(1, UUID.class)));
            }
        }
        return held;
    }

    /**
     * A parameter that is JSON already: as text it would be parsed again for every row. Of two leases on one letter only the
     * newer one can hold.
     */
    private static PGobject tokens(Collection<Lease> leases) throws SQLException {
        Map<LetterId, Integer> newest = new HashMap<>(leases.size() * 2);
        for (Lease lease : leases) newest.merge(lease.id(), lease.token(), Math::max);
        StringBuilder json = new StringBuilder(newest.size() * 44).append('{');
        newest.forEach((id, token) -> {
            if (json.length() > 1) json.append(',');
            json.append('"').append(id).append("\":").append(token);
        });
        PGobject object = new PGobject();
        object.setType("jsonb");
        object.setValue(json.append('}').toString());
        return object;
    }

    // Settle

    List<SettleResult> settle(List<Settlement> settlements, boolean mayBeOrdered) throws SQLException {
        LetterTables tables = new LetterTables(sql, now);
        if (mayBeOrdered) SequenceLocks.take(sql, sequencesOf(settlements));
        List<Settlement> successes = new ArrayList<>(settlements.size());
        List<Settlement> putBacks = new ArrayList<>();
        List<Settlement> others = new ArrayList<>();
        for (Settlement settlement : settlements) {
            if (settlement.outcome() instanceof Settlement.Succeeded) successes.add(settlement);
            else if (settlement.outcome() instanceof Settlement.PutBack) putBacks.add(settlement);
            else others.add(settlement);
        }
        Map<Token, LetterStatus> settled = new HashMap<>();
        if (!successes.isEmpty()) succeed(successes, tables, settled);
        if (!putBacks.isEmpty()) putBack(putBacks, tables, settled);
        for (Settlement settlement : others) settle(settlement, tables, settled);
        tables.deltas().write(sql);
        return settlements.stream().map(s -> answer(s, settled)).toList();
    }

    /** One claim on one letter: an older one on the same letter may come in the same batch. */
    private record Token(UUID letter, int number) {
        static Token of(Lease lease) {
            return new Token(lease.id().value(), lease.token());
        }

        static Token of(StateRow lease) {
            return new Token(lease.id(), lease.token());
        }
    }

    private static SettleResult answer(Settlement settlement, Map<Token, LetterStatus> settled) {
        LetterId id = settlement.lease().id();
        LetterStatus status = settled.get(Token.of(settlement.lease()));
        return status == null ? new SettleResult.LeaseLost(id) : new SettleResult.To(id, status);
    }

    private Set<Sequence> sequencesOf(List<Settlement> settlements) throws SQLException {
        Set<Sequence> sequences = new HashSet<>();
        try (PreparedStatement statement = sql.connection()
                .prepareStatement(
                        "SELECT channel, sequence_key FROM dlq_lease WHERE id = ANY (?) AND sequence_key IS NOT NULL")) {
            statement.setArray(
                    1,
                    array(
                            "uuid",
                            settlements.stream()
                                    .map(s -> s.lease().id().value())
                                    .toList()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) sequences.add(new Sequence(rows.getString(1), Payload.of(rows.getBytes(2))));
            }
        }
        return sequences;
    }

    private record Held(
            StateRow lease, CounterKey kind, @Nullable Sequence sequence) {
        static Held read(Columns row) throws SQLException {
            StateRow lease = StateRow.readLease(row);
            CounterKey kind = new CounterKey(lease.channel(), row.text(), row.number(), row.id(), row.idOrNull());
            return new Held(lease, kind, PostgresClaims.sequence(lease.channel(), row.bytesOrNull()));
        }
    }

    private List<Held> take(List<Lease> leases) throws SQLException {
        List<Held> held = new ArrayList<>(leases.size());
        try (PreparedStatement statement = sql.connection().prepareStatement(TAKE)) {
            statement.setArray(
                    1, array("uuid", leases.stream().map(l -> l.id().value()).toList()));
            statement.setObject(2, tokens(leases));
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) held.add(Held.read(columns));
            }
        }
        return held;
    }

    private void succeed(List<Settlement> successes, LetterTables tables, Map<Token, LetterStatus> settled)
            throws SQLException {
        Map<UUID, Settlement> byLetter = byLetter(successes);
        List<Held> taken = take(byLetter);
        List<StateRow> resolved = new ArrayList<>(taken.size());
        for (Held one : taken) {
            StateRow lease = one.lease();
            Settlement settlement = Objects.requireNonNull(byLetter.get(lease.id()));
            Settlement.Succeeded how = (Settlement.Succeeded) settlement.outcome();
            resolved.add(lease.settled(LetterStatus.RESOLVED, now, new Resolution(now, how.how(), how.by(), null))
                    .by(LetterTables.attemptOf(lease, settlement, Attempt.Result.SUCCEEDED, null)));
            settled.put(Token.of(lease), LetterStatus.RESOLVED);
            tables.deltas().move(one.kind(), LetterStatus.RETRYING, LetterStatus.RESOLVED);
        }
        PostgresCapture.putSettled(sql, resolved);
        for (Held one : taken) tables.leave(one.sequence(), one.lease().id());
    }

    private void putBack(List<Settlement> putBacks, LetterTables tables, Map<Token, LetterStatus> settled)
            throws SQLException {
        Map<UUID, Settlement> byLetter = byLetter(putBacks);
        List<StateRow> aside = new ArrayList<>(putBacks.size());
        List<StateRow> pending = new ArrayList<>();
        for (Held one : take(byLetter)) {
            Settlement settlement =
                    Objects.requireNonNull(byLetter.get(one.lease().id()));
            StateRow before = one.lease().putBack((Settlement.PutBack) settlement.outcome(), now);
            (before.status() == LetterStatus.PENDING ? pending : aside).add(before);
            settled.put(Token.of(one.lease()), before.status());
            tables.deltas().move(one.kind(), LetterStatus.RETRYING, before.status());
        }
        PostgresCapture.putSettled(sql, aside);
        tables.putAll(pending);
    }

    private static Map<UUID, Settlement> byLetter(List<Settlement> settlements) {
        Map<UUID, Settlement> byLetter = new HashMap<>();
        for (Settlement settlement : settlements)
            byLetter.merge(settlement.lease().id().value(), settlement, PostgresClaims::newer);
        return byLetter;
    }

    private List<Held> take(Map<UUID, Settlement> byLetter) throws SQLException {
        return take(byLetter.values().stream().map(Settlement::lease).toList());
    }

    private static Settlement newer(Settlement one, Settlement other) {
        return one.lease().token() >= other.lease().token() ? one : other;
    }

    private static @Nullable Sequence sequence(String channel, byte @Nullable [] key) {
        return key == null ? null : new Sequence(channel, Payload.of(key));
    }

    private void settle(Settlement settlement, LetterTables tables, Map<Token, LetterStatus> settled)
            throws SQLException {
        for (Held held : take(List.of(settlement.lease())))
            settled.put(Token.of(held.lease()), tables.settle(held.lease(), held.kind(), held.sequence(), settlement));
    }
}
