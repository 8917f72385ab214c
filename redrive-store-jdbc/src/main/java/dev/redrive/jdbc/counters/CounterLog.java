package dev.redrive.jdbc.counters;

import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The log of counter changes on PostgreSQL, {@code dlq_delta}: changes are appended with the letters they belong to and
 * folded into the counters later, so that transactions do not wait for each other's counters. A resolved cause that was
 * seen again has regressed.
 */
public final class CounterLog {
    /** {@link #bind} binds its parameters. */
    public static final String APPEND = """
            UPDATE dlq_cause SET state = 4 WHERE id = ANY (?::uuid[]) AND state = 3;
            INSERT INTO dlq_delta (channel, error_type, category, cause_id, last_cause_id, counter, change, last_seen)
            SELECT * FROM unnest(?::text[], ?::text[], ?::smallint[], ?::uuid[], ?::uuid[], ?::smallint[], ?::bigint[], ?::bigint[])""";

    private CounterLog() {}

    static void append(Sql sql, CounterDeltas deltas) throws SQLException {
        try (PreparedStatement statement = sql.connection().prepareStatement(APPEND)) {
            bind(sql.connection(), statement, 1, deltas);
            statement.execute();
        }
    }

    /** Binds the parameters of {@link #APPEND}, from the given one on. */
    public static void bind(Connection connection, PreparedStatement statement, int first, CounterDeltas deltas)
            throws SQLException {
        new ColumnArrays<>(connection, statement, first, deltas.seenCauses()).ids(cause -> cause);
        new ColumnArrays<>(connection, statement, first + 1, deltas.changes())
                .texts(change -> change.kind() == null ? null : change.kind().channel())
                .texts(change -> change.kind() == null ? null : change.kind().errorType())
                .int2(change -> change.kind() == null ? 0 : change.kind().category())
                .ids(CounterDeltas.Change::cause)
                .ids(CounterDeltas.Change::lastCause)
                .int2(CounterDeltas.Change::counter)
                .int8(CounterDeltas.Change::by)
                .int8(CounterDeltas.Change::lastSeen);
    }
}
