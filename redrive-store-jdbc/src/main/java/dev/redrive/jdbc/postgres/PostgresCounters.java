package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.CounterDeltas;
import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The kept counters of PostgreSQL: changes are appended with the letters they belong to and folded into the counters
 * later. A resolved cause that was seen again has regressed.
 */
public final class PostgresCounters {
    private static final String REGRESS = "UPDATE dlq_cause SET state = 4 WHERE id = ANY (?::uuid[]) AND state = 3";
    /** {@link #bind} binds its parameters. */
    static final String APPEND = REGRESS + """
            ;INSERT INTO dlq_delta (channel, error_type, category, cause_id, last_cause_id, counter, change, last_seen)
            SELECT * FROM unnest(?::text[], ?::text[], ?::smallint[], ?::uuid[], ?::uuid[], ?::smallint[], ?::bigint[], ?::bigint[])""";

    /** One node at a time; who comes second has nothing left to do. */
    private static final String LOCK =
            "SELECT CASE WHEN pg_try_advisory_xact_lock(" + 0x7265647269766535L + ") THEN 1 ELSE 0 END";

    private static final String FOLD = """
            WITH gone AS (DELETE FROM dlq_delta RETURNING *),
            tallied AS (
                INSERT INTO dlq_tally_kept (channel, error_type, category, pending, replayed, resolved, failed, manual, archived)
                SELECT channel, error_type, category,
                    coalesce(sum(change) FILTER (WHERE counter = 0), 0), coalesce(sum(change) FILTER (WHERE counter = 1), 0),
                    coalesce(sum(change) FILTER (WHERE counter = 2), 0), coalesce(sum(change) FILTER (WHERE counter = 3), 0),
                    coalesce(sum(change) FILTER (WHERE counter = 4), 0), coalesce(sum(change) FILTER (WHERE counter = 5), 0)
                FROM gone WHERE channel IS NOT NULL GROUP BY channel, error_type, category
                ON CONFLICT (channel, error_type, category) DO UPDATE SET
                    pending = dlq_tally_kept.pending + excluded.pending,
                    replayed = dlq_tally_kept.replayed + excluded.replayed,
                    resolved = dlq_tally_kept.resolved + excluded.resolved,
                    failed = dlq_tally_kept.failed + excluded.failed,
                    manual = dlq_tally_kept.manual + excluded.manual,
                    archived = dlq_tally_kept.archived + excluded.archived),
            changed AS (
                INSERT INTO dlq_cause_change_kept (captured_for, fails_with, letters)
                SELECT cause_id, last_cause_id, sum(change) FROM gone WHERE last_cause_id IS NOT NULL
                GROUP BY cause_id, last_cause_id
                ON CONFLICT (captured_for, fails_with) DO UPDATE SET
                    letters = dlq_cause_change_kept.letters + excluded.letters)
            INSERT INTO dlq_cause_tally_kept (cause_id, pending, replayed, resolved, failed, manual, archived, last_seen)
            SELECT cause_id,
                coalesce(sum(change) FILTER (WHERE counter = 0), 0), coalesce(sum(change) FILTER (WHERE counter = 1), 0),
                coalesce(sum(change) FILTER (WHERE counter = 2), 0), coalesce(sum(change) FILTER (WHERE counter = 3), 0),
                coalesce(sum(change) FILTER (WHERE counter = 4), 0), coalesce(sum(change) FILTER (WHERE counter = 5), 0),
                max(last_seen)
            FROM gone GROUP BY cause_id
            ON CONFLICT (cause_id) DO UPDATE SET
                pending = dlq_cause_tally_kept.pending + excluded.pending,
                replayed = dlq_cause_tally_kept.replayed + excluded.replayed,
                resolved = dlq_cause_tally_kept.resolved + excluded.resolved,
                failed = dlq_cause_tally_kept.failed + excluded.failed,
                manual = dlq_cause_tally_kept.manual + excluded.manual,
                archived = dlq_cause_tally_kept.archived + excluded.archived,
                last_seen = GREATEST(dlq_cause_tally_kept.last_seen, excluded.last_seen)""";

    private PostgresCounters() {}

    public static void append(Sql sql, CounterDeltas deltas) throws SQLException {
        try (PreparedStatement statement = sql.connection().prepareStatement(APPEND)) {
            bind(sql.connection(), statement, 1, deltas);
            statement.execute();
        }
    }

    /** Binds what {@link #APPEND} wants, from the given parameter on. */
    static void bind(Connection connection, PreparedStatement statement, int first, CounterDeltas deltas)
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

    /** Folds what was appended into the counters; nothing else may change them. */
    static void fold(Sql sql) throws SQLException {
        boolean mine = sql.first(LOCK, in -> {}, Columns::number).orElse(0) == 1;
        if (mine) sql.update(FOLD, in -> {});
    }
}
