package dev.redrive.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import org.postgresql.PGConnection;

/**
 * Adds to the kept counters of PostgreSQL: one statement for all keys of a batch, in the order of the keys. A resolved cause
 * that was seen again has regressed.
 */
final class PostgresCounters {
    private static final String ADD = """
            WITH regressed AS (
                UPDATE dlq_cause SET state = 4 WHERE id = ANY (?::uuid[]) AND state = 3),
            tallied AS (
                INSERT INTO dlq_tally (channel, error_type, category, shard, pending, replayed, resolved, failed, manual,
                    archived)
                SELECT channel, error_type, category, ?, pending, replayed, resolved, failed, manual, archived
                FROM unnest(?::text[], ?::text[], ?::smallint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                    ?::bigint[], ?::bigint[])
                    AS t(channel, error_type, category, pending, replayed, resolved, failed, manual, archived)
                ON CONFLICT (channel, error_type, category, shard) DO UPDATE SET
                    pending = dlq_tally.pending + excluded.pending,
                    replayed = dlq_tally.replayed + excluded.replayed,
                    resolved = dlq_tally.resolved + excluded.resolved,
                    failed = dlq_tally.failed + excluded.failed,
                    manual = dlq_tally.manual + excluded.manual,
                    archived = dlq_tally.archived + excluded.archived)
            INSERT INTO dlq_cause_tally (cause_id, shard, pending, replayed, resolved, failed, manual, archived, last_seen)
            SELECT cause_id, ?, pending, replayed, resolved, failed, manual, archived, last_seen
            FROM unnest(?::uuid[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                ?::bigint[])
                AS t(cause_id, pending, replayed, resolved, failed, manual, archived, last_seen)
            ON CONFLICT (cause_id, shard) DO UPDATE SET
                pending = dlq_cause_tally.pending + excluded.pending,
                replayed = dlq_cause_tally.replayed + excluded.replayed,
                resolved = dlq_cause_tally.resolved + excluded.resolved,
                failed = dlq_cause_tally.failed + excluded.failed,
                manual = dlq_cause_tally.manual + excluded.manual,
                archived = dlq_cause_tally.archived + excluded.archived,
                last_seen = GREATEST(dlq_cause_tally.last_seen, excluded.last_seen)""";

    private PostgresCounters() {}

    static void add(Sql sql, SortedMap<Deltas.Key, long[]> tallies, SortedMap<UUID, long[]> causes, int shard)
            throws SQLException {
        if (tallies.isEmpty() && causes.isEmpty()) return;
        Connection connection = sql.connection();
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            Object[] seen = causes.entrySet().stream()
                    .filter(cause -> cause.getValue()[Deltas.COUNTERS] > 0)
                    .map(Map.Entry::getKey)
                    .toArray();
            Collection<Deltas.Key> keys = tallies.keySet();
            statement.setArray(1, connection.createArrayOf("uuid", seen));
            statement.setInt(2, shard);
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "text", keys.stream().map(Deltas.Key::channel).toArray()));
            statement.setArray(
                    4,
                    connection.createArrayOf(
                            "text", keys.stream().map(Deltas.Key::errorType).toArray()));
            statement.setArray(
                    5,
                    connection.createArrayOf(
                            "int2", keys.stream().map(k -> (short) k.category()).toArray()));
            counters(connection, statement, 6, tallies.values(), Deltas.COUNTERS);
            statement.setInt(12, shard);
            statement.setArray(
                    13, connection.createArrayOf("uuid", causes.keySet().toArray()));
            counters(connection, statement, 14, causes.values(), Deltas.COUNTERS + 1);
            statement.executeUpdate();
        }
    }

    private static void counters(
            Connection connection, PreparedStatement statement, int first, Collection<long[]> rows, int columns)
            throws SQLException {
        for (int column = 0; column < columns; column++) {
            int c = column;
            long[] values = rows.stream().mapToLong(row -> row[c]).toArray();
            statement.setArray(
                    first + column, connection.unwrap(PGConnection.class).createArrayOf("int8", values));
        }
    }
}
