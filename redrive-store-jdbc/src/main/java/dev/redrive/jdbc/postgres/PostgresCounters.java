package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.counters.CounterLog;
import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;

/** Folds the counter changes that {@link CounterLog} appended into the counters of PostgreSQL. */
final class PostgresCounters {
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

    /** Folds what was appended into the counters; nothing else may change them. A second node would find nothing left to fold. */
    static void fold(Sql sql) throws SQLException {
        if (AdvisoryLock.COUNTERS.takeIfFree(sql)) sql.update(FOLD, in -> {});
    }
}
