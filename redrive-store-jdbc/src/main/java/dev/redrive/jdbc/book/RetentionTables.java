package dev.redrive.jdbc.book;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.store.retention.RetentionRun;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tables {@code dlq_retention_lease} and {@code dlq_retention_run}, inside a transaction. */
final class RetentionTables {
    private static final int KEPT = 100;

    private static final String LEASE = """
            INSERT INTO dlq_retention_lease (one, node, lease_until) VALUES (1, ?, ?)
            ON CONFLICT (one) DO UPDATE SET node = excluded.node, lease_until = excluded.lease_until
            WHERE dlq_retention_lease.node = excluded.node OR dlq_retention_lease.lease_until <= ?""";
    private static final String APPEND = """
            INSERT INTO dlq_retention_run (
                node, started_at, ended_at, archived, closed, removed, held, objects, bytes, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String FORGET_OLD = """
            DELETE FROM dlq_retention_run
            WHERE number NOT IN (SELECT number FROM dlq_retention_run ORDER BY number DESC LIMIT ?)""";
    private static final String NEWEST = """
            SELECT node, started_at, ended_at, archived, closed, removed, held, objects, bytes, problem
            FROM dlq_retention_run ORDER BY number DESC LIMIT ?""";

    private RetentionTables() {}

    static boolean lease(Sql sql, String node, Instant now, Duration length) throws SQLException {
        return sql.update(LEASE, in -> {
                    in.text(node);
                    in.int8(now.plus(length).toEpochMilli());
                    in.int8(now.toEpochMilli());
                })
                == 1;
    }

    static Optional<String> holder(Sql sql, Instant now) throws SQLException {
        return sql.first(
                "SELECT node FROM dlq_retention_lease WHERE lease_until > ?",
                in -> in.int8(now.toEpochMilli()),
                Columns::text);
    }

    static int giveBack(Sql sql, String node) throws SQLException {
        return sql.update("DELETE FROM dlq_retention_lease WHERE node = ?", in -> in.text(node));
    }

    static void append(Sql sql, RetentionRun run) throws SQLException {
        sql.update(APPEND, out -> {
            out.text(run.node());
            out.int8(run.startedAt().toEpochMilli());
            out.int8(run.endedAt().toEpochMilli());
            out.int8(run.archived());
            out.int8(run.closed());
            out.int8(run.removed());
            out.int8(run.held());
            out.int8(run.objects());
            out.int8(run.bytes());
            out.text(run.problem());
        });
        sql.update(FORGET_OLD, in -> in.int4(KEPT));
    }

    static List<RetentionRun> newest(Sql sql, int limit) throws SQLException {
        return sql.query(
                NEWEST,
                in -> in.int4(limit),
                row -> new RetentionRun(
                        row.text(),
                        row.time(),
                        row.time(),
                        row.big(),
                        row.big(),
                        row.big(),
                        row.big(),
                        row.big(),
                        row.big(),
                        row.textOrNull()));
    }
}
