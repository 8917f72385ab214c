package dev.redrive.jdbc.sqlite;

import dev.redrive.internal.text.LruMap;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.rows.EndedAttempt;
import dev.redrive.jdbc.rows.HeldLease;
import dev.redrive.jdbc.rows.LeaseRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.json.Json;
import dev.redrive.letter.LetterId;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Claims, renews and settles letters on SQLite, inside a transaction of the one writer. */
final class SqliteLeases {
    private static final String PROMOTE = """
            INSERT INTO dlq_ready (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at)
            SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at
            FROM dlq_waiting WHERE id IN (
                SELECT id FROM dlq_waiting WHERE blocked = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?)""";

    private static final String DELETE_PROMOTED = """
            DELETE FROM dlq_waiting WHERE id IN (
                SELECT id FROM dlq_waiting WHERE blocked = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?)""";

    /** Leases the letters that {@code %s} picks, with what they are counted under. */
    private static final String LEASE = """
            INSERT INTO dlq_lease (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key)
            SELECT r.id, r.channel, r.priority, r.retry_count + 1, r.max_retries, r.token + 1, r.last_failed_at, ?, ?, ?, ?,
                l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), CASE WHEN l.ordered = 1 THEN l.message_key END
            FROM (%s) r JOIN dlq_letter l ON l.id = r.id LEFT JOIN dlq_last_failure f ON f.id = l.id WHERE true
            RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key,
                (SELECT payload_size FROM dlq_letter l WHERE l.id = dlq_lease.id)""";

    private static final int PROMOTE_AT_ONCE = 5000;
    private static final int REMEMBERED = 100_000;
    /** From its start on, how long a lease may get by being prolonged; by renewals it may get longer. */
    private static final Duration LONGEST_PROLONGED = Duration.ofHours(1);

    private static final Comparator<StateRow> AS_CLAIMED =
            Comparator.comparing(StateRow::priority).reversed().thenComparing(state -> new LetterId(state.id()));

    private final Sql sql;

    /** Leases that were given out here, so that most settlements need not read them again. Any of them may be missing. */
    private final Map<UUID, HeldLease> held = LruMap.byAge(REMEMBERED);

    private final List<UUID> settled = new ArrayList<>();

    SqliteLeases(Sql sql) {
        this.sql = sql;
    }

    void committed() {
        settled.forEach(held::remove);
        settled.clear();
    }

    void rolledBack() {
        settled.clear();
    }

    // Claim

    /** A letter without a sequence was leased here. */
    void leased(LeaseRow row) {
        held.put(row.lease().id(), new HeldLease(row.lease(), row.kind(), null));
    }

    /** Moves due letters to their leases; the letters themselves are read afterwards, beside the writer. */
    List<StateRow> claim(ClaimRequest request, Instant now) throws SQLException {
        recoverExpiredLeases(now);
        promote(now);
        List<HeldLease> taken = new ArrayList<>();
        ByteLimit bytes = new ByteLimit(request.maxBytes());
        if (request.oldest() > 0) take(request, Order.OLDEST, request.oldest(), now, bytes, taken);
        int rest = request.limit() - taken.size();
        if (rest > 0 && !bytes.isFull()) take(request, Order.FIRST, rest, now, bytes, taken);
        for (HeldLease one : taken) held.put(one.lease().id(), one);
        return taken.stream().map(HeldLease::lease).sorted(AS_CLAIMED).toList();
    }

    /** The order in which letters are taken, in SQL and of what it returns: {@code RETURNING} promises none. */
    private record Order(String sql, Comparator<StateRow> ofStates) {
        static final Order FIRST = new Order("priority DESC, id", AS_CLAIMED);
        static final Order OLDEST = new Order("id", Comparator.comparing(state -> new LetterId(state.id())));
    }

    private record Taken(HeldLease held, int size) {
        static Taken read(Columns row) throws SQLException {
            return new Taken(HeldLease.read(row), row.number());
        }
    }

    /**
     * The same letters are picked twice, once to lease them and once to delete them from the queue: there is one writer. The
     * leases of those that are too large end before they began.
     */
    private void take(ClaimRequest request, Order by, int limit, Instant now, ByteLimit bytes, List<HeldLease> into)
            throws SQLException {
        String order = by.sql();
        Set<String> channels = request.channels().orElse(Set.of());
        if (request.channels().isPresent() && channels.isEmpty()) return;
        String pick = channels.isEmpty()
                ? "SELECT * FROM dlq_ready ORDER BY " + order + " LIMIT " + limit
                : ofChannels(order, limit);
        Sql.Binder names = in -> {
            if (!channels.isEmpty()) in.text(list(channels));
        };
        List<Taken> leased = sql.query(
                LEASE.formatted(pick),
                in -> {
                    in.int8(now.toEpochMilli());
                    in.text(request.worker());
                    in.int8(now.toEpochMilli());
                    in.int8(now.plus(request.leaseTime()).toEpochMilli());
                    names.bind(in);
                },
                Taken::read);
        if (leased.isEmpty()) return;
        List<HeldLease> kept = new ArrayList<>(leased.size());
        List<HeldLease> surplus = new ArrayList<>();
        leased.sort(Comparator.comparing(one -> one.held().lease(), by.ofStates()));
        for (Taken one : leased) (bytes.takes(one.size()) ? kept : surplus).add(one.held());
        into.addAll(kept);
        if (surplus.isEmpty()) {
            sql.update("DELETE FROM dlq_ready WHERE id IN (SELECT id FROM (" + pick + "))", names);
        } else {
            sql.batch("DELETE FROM dlq_ready WHERE id = ?", kept, SqliteLeases::bindId);
            sql.batch("DELETE FROM dlq_lease WHERE id = ?", surplus, SqliteLeases::bindId);
        }
    }

    private static void bindId(HeldLease lease, ColumnSink out) throws SQLException {
        out.id(lease.lease().id());
    }

    /** Each channel's first letters come from its own range of the index, however many of other channels are due. */
    private static String ofChannels(String order, int limit) {
        return """
                SELECT r.* FROM (SELECT value AS name FROM json_each(?)) n CROSS JOIN dlq_ready r
                WHERE r.id IN (SELECT id FROM dlq_ready WHERE channel = n.name ORDER BY %1$s LIMIT %2$d)
                ORDER BY %1$s LIMIT %2$d""".formatted(order, limit);
    }

    /** One parameter, however many there are. */
    private static String list(Collection<String> names) {
        return names.stream().map(Json::quote).collect(Collectors.joining(",", "[", "]"));
    }

    void recoverExpiredLeases(Instant now) throws SQLException {
        List<LeaseRow> lost = sql.query("""
                SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                    started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key,
                    back_to, back_due
                FROM dlq_lease WHERE lease_until <= ?""", in -> in.int8(now.toEpochMilli()), LeaseRow::read);
        if (lost.isEmpty()) return;
        LetterTables tables = new LetterTables(sql, now);
        for (LeaseRow one : lost) tables.claims().expire(one);
        tables.writeDeltas();
    }

    private void promote(Instant now) throws SQLException {
        Sql.Binder due = in -> {
            in.int8(now.toEpochMilli());
            in.int4(PROMOTE_AT_ONCE);
        };
        if (sql.update(PROMOTE, due) > 0) sql.update(DELETE_PROMOTED, due);
    }

    // Settle

    List<SettleResult> settle(List<Settlement> settlements, Instant now) throws SQLException {
        List<@Nullable HeldLease> taken = take(settlements);
        List<EndedAttempt> ended = new ArrayList<>(settlements.size());
        List<SettleResult> answers = new ArrayList<>(settlements.size());
        for (int i = 0; i < settlements.size(); i++) {
            Settlement settlement = settlements.get(i);
            LetterId id = settlement.lease().id();
            HeldLease lease = taken.get(i);
            if (lease == null) {
                answers.add(new SettleResult.LeaseLost(id));
            } else {
                EndedAttempt one = new EndedAttempt(lease, settlement);
                ended.add(one);
                answers.add(new SettleResult.To(id, one.after()));
            }
            settled.add(id.value());
        }
        LetterTables tables = new LetterTables(sql, now);
        tables.settlements().settleAll(ended);
        tables.writeDeltas();
        return answers;
    }

    /** Removes the leases that still hold, many at once where they were given out here; null for one that was lost. */
    private List<@Nullable HeldLease> take(List<Settlement> settlements) throws SQLException {
        List<Lease> known = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) if (isKnown(settlement.lease())) known.add(settlement.lease());
        int[] removed = sql.batch("DELETE FROM dlq_lease WHERE id = ? AND token = ?", known, SqliteLeases::bind);
        List<@Nullable HeldLease> taken = new ArrayList<>(settlements.size());
        int next = 0;
        for (Settlement settlement : settlements) {
            Lease lease = settlement.lease();
            if (!isKnown(lease)) taken.add(take(lease));
            else taken.add(removed[next++] == 1 ? held.get(lease.id().value()) : null);
        }
        return taken;
    }

    private boolean isKnown(Lease lease) {
        HeldLease known = held.get(lease.id().value());
        return known != null && known.lease().token() == lease.token();
    }

    private static void bind(Lease lease, ColumnSink out) throws SQLException {
        out.id(lease.id().value());
        out.int4(lease.token());
    }

    private @Nullable HeldLease take(Lease lease) throws SQLException {
        return sql.first("""
                        DELETE FROM dlq_lease WHERE id = ? AND token = ?
                        RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at,
                            worker, started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key""", in -> bind(lease, in), HeldLease::read).orElse(null);
    }

    /**
     * All leases last longer by the time between these; one that had run out before stays ended. The lease of a
     * process that died is not renewed, so none is prolonged for ever.
     */
    void prolong(Instant from, Instant to) throws SQLException {
        sql.update("""
                UPDATE dlq_lease SET lease_until = MIN(lease_until + ?, MAX(lease_until, started_at + ?))
                """, in -> {
            in.int8(to.toEpochMilli() - from.toEpochMilli());
            in.int8(LONGEST_PROLONGED.toMillis());
        });
    }

    Set<LetterId> renew(Collection<Lease> leases, Instant until) throws SQLException {
        Set<LetterId> held = new HashSet<>();
        for (Lease lease : leases) {
            int changed = sql.update("UPDATE dlq_lease SET lease_until = ? WHERE id = ? AND token = ?", in -> {
                in.int8(until.toEpochMilli());
                in.id(lease.id().value());
                in.int4(lease.token());
            });
            if (changed == 1) held.add(lease.id());
        }
        return held;
    }
}
