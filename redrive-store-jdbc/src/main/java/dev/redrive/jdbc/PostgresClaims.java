package dev.redrive.jdbc;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.store.ClaimRequest;
import dev.redrive.store.Claimed;
import dev.redrive.store.Lease;
import dev.redrive.store.Sequence;
import dev.redrive.store.Settled;
import dev.redrive.store.Settlement;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Claiming and settling on PostgreSQL, inside a transaction. */
final class PostgresClaims {
    private static final String PROMOTE = "WITH due AS (DELETE FROM dlq_waiting WHERE ctid = ANY (ARRAY("
            + "SELECT ctid FROM dlq_waiting WHERE blocked = 0 AND due_at <= ? ORDER BY due_at LIMIT 5000"
            + " FOR UPDATE SKIP LOCKED)) RETURNING " + State.READY_NAMES + ") INSERT INTO dlq_ready ("
            + State.READY_NAMES + ") SELECT " + State.READY_NAMES + " FROM due";

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
                FROM picked p JOIN dlq_letter l ON l.id = p.id),
            leased AS (
                INSERT INTO dlq_lease (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                    worker, started_at, lease_until, error_type, category, cause_id, sequence_key)
                SELECT id, s_channel, s_priority, retry_count + 1, max_retries, token + 1, last_failed_at, ?, ?, ?, ?,
                    error_type, category, cause_id, CASE WHEN ordered = 1 THEN message_key END
                FROM found)
            SELECT * FROM found""";

    private static final String FIRST =
            "SELECT ctid FROM dlq_ready ORDER BY priority DESC, id LIMIT ? FOR UPDATE SKIP LOCKED";
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

    private static final String SUCCEED = """
            WITH done AS (SELECT * FROM unnest(?::uuid[], ?::int[], ?::bigint[], ?::text[], ?::smallint[], ?::text[])
                AS d(id, token, took, strategy, how, by)),
            gone AS (DELETE FROM dlq_lease e USING done d
                WHERE e.id = ANY (?::uuid[]) AND e.id = d.id AND e.token = d.token
                RETURNING e.*, d.took, d.strategy, d.how, d.by),
            settled AS (INSERT INTO dlq_settled (id, channel, priority, retry_count, max_retries, token, last_failed_at,
                    updated_at, status, resolution_time, resolution_how, resolved_by, started_at, took, worker, strategy)
                SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, ?, 3, ?, how, by,
                    started_at, took, worker, strategy FROM gone)
            SELECT id, channel, error_type, category, cause_id, sequence_key FROM gone""";

    private static final String RENEW = """
            UPDATE dlq_lease e SET lease_until = ? FROM unnest(?::uuid[], ?::int[]) AS d(id, token)
            WHERE e.id = d.id AND e.token = d.token RETURNING e.id""";

    private static final Priority[] PRIORITIES = Priority.values();
    private static final Comparator<Claimed> AS_CLAIMED = Comparator.<Claimed, Priority>comparing(
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

    void promote() throws SQLException {
        sql.update(PROMOTE, in -> in.int8(now.toEpochMilli()));
    }

    List<Claimed> claim(ClaimRequest request) throws SQLException {
        List<Claimed> claimed = new ArrayList<>();
        Optional<Set<String>> channels = request.channels();
        if (channels.isPresent() && channels.get().isEmpty()) return claimed;
        if (request.oldest() > 0)
            claim(channels.isEmpty() ? CLAIM_OLDEST : CLAIM_OLDEST_OF_CHANNELS, request, request.oldest(), claimed);
        int rest = request.limit() - claimed.size();
        if (rest > 0) claim(channels.isEmpty() ? CLAIM_FIRST : CLAIM_FIRST_OF_CHANNELS, request, rest, claimed);
        claimed.sort(AS_CLAIMED);
        return claimed;
    }

    private void claim(String text, ClaimRequest request, int limit, List<Claimed> into) throws SQLException {
        Instant until = now.plus(request.leaseTime());
        try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
            int at = 0;
            if (request.channels().isPresent()) {
                statement.setArray(++at, array("text", request.channels().get()));
                statement.setInt(++at, limit);
            }
            statement.setInt(++at, limit);
            statement.setLong(++at, now.toEpochMilli());
            statement.setString(++at, request.worker());
            statement.setLong(++at, now.toEpochMilli());
            statement.setLong(++at, until.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, Dialect.POSTGRESQL);
                while (columns.next()) into.add(claimed(columns, request.worker(), until));
            }
        }
    }

    private Claimed claimed(Columns row, String worker, Instant until) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        State ready = new State(
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
        return Letters.claimed(letter, ready.leased(worker, now, until));
    }

    private Array array(String type, Collection<?> values) throws SQLException {
        return sql.connection().createArrayOf(type, values.toArray());
    }

    /** Letters of workers that did not come back are due again, or failed. */
    void recover(int shard) throws SQLException {
        record Lost(State lease, Kind kind) {}
        List<Lost> lost = sql.query(
                "SELECT " + State.LEASE_NAMES
                        + " FROM dlq_lease WHERE lease_until <= ? LIMIT 1000 FOR UPDATE SKIP LOCKED",
                in -> in.int8(now.toEpochMilli()),
                row -> {
                    State lease = State.readLease(row);
                    return new Lost(lease, new Kind(lease.channel(), row.text(), row.number(), row.id()));
                });
        if (lost.isEmpty()) return;
        LetterTables tables = new LetterTables(sql, now);
        for (Lost one : lost) {
            if (tables.take(one.lease())) tables.loseLease(one.lease(), one.kind());
        }
        tables.deltas().write(sql, shard);
    }

    Set<LetterId> renew(Collection<Lease> leases, Instant until) throws SQLException {
        Set<LetterId> held = new HashSet<>();
        try (PreparedStatement statement = sql.connection().prepareStatement(RENEW)) {
            statement.setLong(1, until.toEpochMilli());
            statement.setArray(
                    2, array("uuid", leases.stream().map(l -> l.id().value()).toList()));
            statement.setArray(
                    3, array("int4", leases.stream().map(Lease::token).toList()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) held.add(new LetterId(rows.getObject(1, UUID.class)));
            }
        }
        return held;
    }

    // Settle

    List<Settled> settle(List<Settlement> settlements, boolean mayBeOrdered, int shard) throws SQLException {
        LetterTables tables = new LetterTables(sql, now);
        if (mayBeOrdered) SequenceLocks.take(sql, sequencesOf(settlements));
        List<Settlement> successes = settlements.stream()
                .filter(s -> s.outcome() instanceof Settlement.Succeeded)
                .toList();
        Map<UUID, LetterStatus> settled = new HashMap<>();
        if (!successes.isEmpty()) succeed(successes, tables, settled);
        for (Settlement settlement : settlements) {
            if (!(settlement.outcome() instanceof Settlement.Succeeded)) settle(settlement, tables, settled);
        }
        tables.deltas().write(sql, shard);
        return settlements.stream().map(s -> answer(s, settled)).toList();
    }

    private static Settled answer(Settlement settlement, Map<UUID, LetterStatus> settled) {
        LetterId id = settlement.lease().id();
        LetterStatus status = settled.get(id.value());
        return status == null ? new Settled.LeaseLost(id) : new Settled.To(id, status);
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

    private void succeed(List<Settlement> successes, LetterTables tables, Map<UUID, LetterStatus> settled)
            throws SQLException {
        record Gone(UUID id, Kind kind, @Nullable Sequence sequence) {}
        List<Gone> gone = new ArrayList<>(successes.size());
        Array ids = array(
                "uuid", successes.stream().map(s -> s.lease().id().value()).toList());
        try (PreparedStatement statement = sql.connection().prepareStatement(SUCCEED)) {
            statement.setArray(1, ids);
            statement.setArray(
                    2,
                    array("int4", successes.stream().map(s -> s.lease().token()).toList()));
            statement.setArray(
                    3,
                    array(
                            "int8",
                            successes.stream().map(s -> s.took().toMillis()).toList()));
            statement.setArray(
                    4,
                    array("text", successes.stream().map(Settlement::strategy).toList()));
            statement.setArray(
                    5,
                    array(
                            "int2",
                            successes.stream()
                                    .map(s -> (short) how(s).how().ordinal())
                                    .toList()));
            Object[] by = successes.stream().map(s -> how(s).by()).toArray();
            statement.setArray(6, sql.connection().createArrayOf("text", by));
            statement.setArray(7, ids);
            statement.setLong(8, now.toEpochMilli());
            statement.setLong(9, now.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                Columns row = new Columns(rows, Dialect.POSTGRESQL);
                while (row.next()) {
                    UUID id = row.id();
                    Kind kind = new Kind(row.text(), row.text(), row.number(), row.id());
                    gone.add(new Gone(id, kind, sequence(kind.channel(), row.bytesOrNull())));
                }
            }
        }
        for (Gone one : gone) {
            settled.put(one.id(), LetterStatus.RESOLVED);
            tables.deltas().move(one.kind(), LetterStatus.RETRYING, LetterStatus.RESOLVED);
            tables.leave(one.sequence(), one.id());
        }
    }

    private static @Nullable Sequence sequence(String channel, byte @Nullable [] key) {
        return key == null ? null : new Sequence(channel, Payload.of(key));
    }

    private static Settlement.Succeeded how(Settlement settlement) {
        return (Settlement.Succeeded) settlement.outcome();
    }

    private void settle(Settlement settlement, LetterTables tables, Map<UUID, LetterStatus> settled)
            throws SQLException {
        UUID id = settlement.lease().id().value();
        record Held(State lease, Kind kind, @Nullable Sequence sequence) {}
        Optional<Held> held = sql.first(
                "DELETE FROM dlq_lease WHERE id = ? AND token = ? RETURNING " + State.LEASE_NAMES,
                in -> {
                    in.id(id);
                    in.int4(settlement.lease().token());
                },
                row -> {
                    State lease = State.readLease(row);
                    Kind kind = new Kind(lease.channel(), row.text(), row.number(), row.id());
                    return new Held(lease, kind, sequence(lease.channel(), row.bytesOrNull()));
                });
        if (held.isEmpty()) return;
        Held h = held.get();
        settled.put(id, tables.settle(h.lease(), h.kind(), h.sequence(), settlement));
    }
}
