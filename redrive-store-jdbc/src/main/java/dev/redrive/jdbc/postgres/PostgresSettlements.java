package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.rows.EndedAttempt;
import dev.redrive.jdbc.rows.HeldLease;
import dev.redrive.jdbc.rows.StateRow;
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

    /** Leaves out those that another transaction has locked. */
    private static final String RENEW_FREE = """
            UPDATE dlq_lease SET lease_until = ? WHERE id = ANY (ARRAY(
                SELECT id FROM dlq_lease WHERE id = ANY (?::uuid[]) AND token = (? ->> id::text)::int
                FOR UPDATE SKIP LOCKED))
            RETURNING id""";

    private static final String STILL_THERE =
            "SELECT id FROM dlq_lease WHERE id = ANY (?::uuid[]) AND token = (? ->> id::text)::int";

    private final Sql sql;
    private final Instant now;

    PostgresSettlements(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

    List<SettleResult> settle(List<Settlement> settlements, boolean mayBeOrdered) throws SQLException {
        LetterTables tables = new LetterTables(sql, now);
        if (mayBeOrdered) SequenceLocks.take(sql, sequencesOf(settlements));
        Map<UUID, Settlement> byLetter = byLetter(settlements);
        List<EndedAttempt> ended = new ArrayList<>(byLetter.size());
        Map<Token, LetterStatus> settled = new HashMap<>();
        for (HeldLease held : take(byLetter.values())) {
            UUID letter = held.lease().id();
            EndedAttempt one = new EndedAttempt(held, Objects.requireNonNull(byLetter.get(letter)));
            ended.add(one);
            settled.put(Token.of(held.lease()), one.after());
        }
        tables.settlements().settleAll(ended);
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
                    1, ids(settlements.stream().map(Settlement::lease).toList()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) sequences.add(new Sequence(rows.getString(1), Payload.of(rows.getBytes(2))));
            }
        }
        return sequences;
    }

    private List<HeldLease> take(Collection<Settlement> settlements) throws SQLException {
        List<Lease> leases = settlements.stream().map(Settlement::lease).toList();
        List<HeldLease> held = new ArrayList<>(leases.size());
        try (PreparedStatement statement = sql.connection().prepareStatement(TAKE)) {
            statement.setArray(1, ids(leases));
            statement.setObject(2, tokens(leases));
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) held.add(HeldLease.read(columns));
            }
        }
        return held;
    }

    private static Map<UUID, Settlement> byLetter(List<Settlement> settlements) {
        Map<UUID, Settlement> byLetter = new HashMap<>();
        for (Settlement settlement : settlements)
            byLetter.merge(settlement.lease().id().value(), settlement, PostgresSettlements::newer);
        return byLetter;
    }

    private static Settlement newer(Settlement one, Settlement other) {
        return one.lease().token() >= other.lease().token() ? one : other;
    }

    // Renew

    /** Renews a lease, waiting for a transaction that has locked it; false when the lease is gone. */
    boolean renew(Lease lease, Instant until) throws SQLException {
        return sql.update("UPDATE dlq_lease SET lease_until = ? WHERE id = ? AND token = ?", in -> {
                    in.int8(until.toEpochMilli());
                    in.id(lease.id().value());
                    in.int4(lease.token());
                })
                == 1;
    }

    /** Renews those leases that no other transaction has locked. */
    Set<LetterId> renewFree(Collection<Lease> leases, Instant until) throws SQLException {
        try (PreparedStatement statement = sql.connection().prepareStatement(RENEW_FREE)) {
            statement.setLong(1, until.toEpochMilli());
            statement.setArray(2, ids(leases));
            statement.setObject(3, tokens(leases));
            return letters(statement);
        }
    }

    /** The letters whose leases are there, also those that another transaction has locked. */
    Set<LetterId> stillThere(Collection<Lease> leases) throws SQLException {
        try (PreparedStatement statement = sql.connection().prepareStatement(STILL_THERE)) {
            statement.setArray(1, ids(leases));
            statement.setObject(2, tokens(leases));
            return letters(statement);
        }
    }

    private static Set<LetterId> letters(PreparedStatement statement) throws SQLException {
        Set<LetterId> letters = new HashSet<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) letters.add(new LetterId(rows.getObject(1, UUID.class)));
        }
        return letters;
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

    private Array ids(Collection<Lease> leases) throws SQLException {
        return sql.connection()
                .createArrayOf("uuid", leases.stream().map(l -> l.id().value()).toArray());
    }
}
