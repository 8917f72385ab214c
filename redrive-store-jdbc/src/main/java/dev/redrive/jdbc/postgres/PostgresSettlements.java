package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.HeldLease;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.letters.StateRow;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.postgresql.util.PGobject;

/** Settles and renews leases on PostgreSQL, many at a time, inside a transaction. */
final class PostgresSettlements {
    /**
     * The tokens come as one JSON object and are looked up by letter. A join would be as good with good statistics, but a
     * table through which everything passes has none: the server thinks it empty and compares each with each.
     */
    private static final String TAKE = """
            DELETE FROM dlq_lease WHERE id = ANY (?::uuid[]) AND token = (? ->> id::text)::int
            RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key""";

    private static final String RENEW = """
            UPDATE dlq_lease SET lease_until = ? WHERE id = ANY (?::uuid[]) AND token = (? ->> id::text)::int
            RETURNING id""";

    private final Sql sql;
    private final Instant now;

    PostgresSettlements(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

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
        tables.writeDeltas();
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

    private List<HeldLease> take(List<Lease> leases) throws SQLException {
        List<HeldLease> held = new ArrayList<>(leases.size());
        try (PreparedStatement statement = sql.connection().prepareStatement(TAKE)) {
            statement.setArray(
                    1, array("uuid", leases.stream().map(l -> l.id().value()).toList()));
            statement.setObject(2, tokens(leases));
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) held.add(HeldLease.read(columns));
            }
        }
        return held;
    }

    private void succeed(List<Settlement> successes, LetterTables tables, Map<Token, LetterStatus> settled)
            throws SQLException {
        Map<UUID, Settlement> byLetter = byLetter(successes);
        List<HeldLease> taken = take(byLetter);
        List<StateRow> resolved = new ArrayList<>(taken.size());
        for (HeldLease one : taken) {
            Settlement settlement =
                    Objects.requireNonNull(byLetter.get(one.lease().id()));
            resolved.add(one.resolved(settlement, now));
            settled.put(Token.of(one.lease()), LetterStatus.RESOLVED);
            tables.deltas().move(one.kind(), LetterStatus.RETRYING, LetterStatus.RESOLVED);
        }
        CaptureWriter.putSettled(sql, resolved);
        for (HeldLease one : taken)
            tables.sequences().leave(one.sequence(), one.lease().id());
    }

    private void putBack(List<Settlement> putBacks, LetterTables tables, Map<Token, LetterStatus> settled)
            throws SQLException {
        Map<UUID, Settlement> byLetter = byLetter(putBacks);
        List<StateRow> aside = new ArrayList<>(putBacks.size());
        List<StateRow> pending = new ArrayList<>();
        for (HeldLease one : take(byLetter)) {
            Settlement settlement =
                    Objects.requireNonNull(byLetter.get(one.lease().id()));
            StateRow before = one.lease().putBack((Settlement.PutBack) settlement.outcome(), now);
            (before.status() == LetterStatus.PENDING ? pending : aside).add(before);
            settled.put(Token.of(one.lease()), before.status());
            tables.deltas().move(one.kind(), LetterStatus.RETRYING, before.status());
        }
        CaptureWriter.putSettled(sql, aside);
        tables.states().insertAll(pending);
    }

    private static Map<UUID, Settlement> byLetter(List<Settlement> settlements) {
        Map<UUID, Settlement> byLetter = new HashMap<>();
        for (Settlement settlement : settlements)
            byLetter.merge(settlement.lease().id().value(), settlement, PostgresSettlements::newer);
        return byLetter;
    }

    private List<HeldLease> take(Map<UUID, Settlement> byLetter) throws SQLException {
        return take(byLetter.values().stream().map(Settlement::lease).toList());
    }

    private static Settlement newer(Settlement one, Settlement other) {
        return one.lease().token() >= other.lease().token() ? one : other;
    }

    private void settle(Settlement settlement, LetterTables tables, Map<Token, LetterStatus> settled)
            throws SQLException {
        for (HeldLease held : take(List.of(settlement.lease())))
            settled.put(Token.of(held.lease()), tables.settlements().settle(held, settlement));
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

    private Array array(String type, Collection<?> values) throws SQLException {
        return sql.connection().createArrayOf(type, values.toArray());
    }
}
