package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Millis;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The replays themselves, inside a transaction. */
final class ReplayTable {
    private static final String PUT = """
        INSERT INTO dlq_replay (
            id, state, reason, created_by, created_at, started_at, ended_at, asked, plan, batch_size, concurrency,
            rate_per_second, steps, step_pause, stop_share, stop_window, stop_minimum, hours, hours_zone, circuit_closed,
            cpu_below, memory_below, database_connections, target, transform, validate, take_over, planned, sent, resolved, came_back,
            failed, skipped, cancelled, step, active_millis, wake_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
            ?, ?)\
        """;
    private static final String FIND = """
        SELECT id, state, reason, created_by, created_at, started_at, ended_at, asked, plan, batch_size, concurrency,
            rate_per_second, steps, step_pause, stop_share, stop_window, stop_minimum, hours, hours_zone, circuit_closed,
            cpu_below, memory_below, database_connections, target, transform, validate, take_over, planned, sent, resolved, came_back,
            failed, skipped, cancelled, step, active_millis, wake_at
        FROM dlq_replay WHERE id = ?\
        """;
    private static final String NEWEST = """
        SELECT id, state, reason, created_by, created_at, started_at, ended_at, asked, plan, batch_size, concurrency,
            rate_per_second, steps, step_pause, stop_share, stop_window, stop_minimum, hours, hours_zone, circuit_closed,
            cpu_below, memory_below, database_connections, target, transform, validate, take_over, planned, sent, resolved, came_back,
            failed, skipped, cancelled, step, active_millis, wake_at
        FROM dlq_replay %s ORDER BY id DESC LIMIT ?\
        """;
    private static final String PLANNED = """
        UPDATE dlq_replay SET state = ?, plan = ?, planned = ?, sent = ?, resolved = ?, came_back = ?, failed = ?,
            skipped = ?, cancelled = ?, step = ?, active_millis = ? WHERE id = ? AND state = ?\
        """;
    private static final String PROGRESS = """
        UPDATE dlq_replay SET planned = ?, sent = ?, resolved = ?, came_back = ?, failed = ?, skipped = ?, cancelled = ?,
            step = ?, active_millis = ? WHERE id = ?\
        """;
    private static final String WAKE = "UPDATE dlq_replay SET wake_at = ?, reason = ? WHERE id = ?";
    private static final String MOVE = """
        UPDATE dlq_replay SET state = ?, reason = ?, wake_at = ?, started_at = COALESCE(started_at, ?), ended_at = ?
        WHERE id = ? AND %s
        RETURNING id, state, reason, created_by, created_at, started_at, ended_at, asked, plan, batch_size, concurrency,
            rate_per_second, steps, step_pause, stop_share, stop_window, stop_minimum, hours, hours_zone, circuit_closed,
            cpu_below, memory_below, database_connections, target, transform, validate, take_over, planned, sent, resolved, came_back,
            failed, skipped, cancelled, step, active_millis, wake_at\
        """;

    private static final String AWAKE = """
        SELECT id FROM dlq_replay WHERE wake_at <= ? AND (owner IS NULL OR owner_until <= ?)
        ORDER BY wake_at, id LIMIT 1\
        """;
    /** Nodes that look at the same time pass over each other's; in SQLite one looks after the other. */
    private static final String AWAKE_LOCKED = """
        SELECT id FROM dlq_replay WHERE wake_at <= ? AND (owner IS NULL OR owner_until <= ?)
        ORDER BY wake_at, id LIMIT 1 FOR UPDATE SKIP LOCKED\
        """;

    private static final String OWN = """
        UPDATE dlq_replay SET owner = ?, owner_until = ? WHERE id = ?
        RETURNING id, state, reason, created_by, created_at, started_at, ended_at, asked, plan, batch_size, concurrency,
            rate_per_second, steps, step_pause, stop_share, stop_window, stop_minimum, hours, hours_zone, circuit_closed,
            cpu_below, memory_below, database_connections, target, transform, validate, take_over, planned, sent, resolved, came_back,
            failed, skipped, cancelled, step, active_millis, wake_at\
        """;
    private static final String KEEP = "UPDATE dlq_replay SET owner_until = ? WHERE id = ? AND owner = ?";
    private static final String LEAVE =
            "UPDATE dlq_replay SET owner = NULL, owner_until = NULL WHERE id = ? AND owner = ?";
    private static final String ENDED =
            "SELECT id FROM dlq_replay WHERE state IN (?, ?, ?) AND ended_at < ? ORDER BY ended_at LIMIT ?";

    private ReplayTable() {}

    static int put(Sql sql, Replay replay) throws SQLException {
        return sql.update(PUT, out -> ReplayRow.write(replay, out));
    }

    static Optional<Replay> find(Sql sql, ReplayId id) throws SQLException {
        return sql.first(FIND, in -> in.id(id.value()), ReplayRow::read);
    }

    static List<Replay> newest(Sql sql, Set<ReplayState> states, int limit, @Nullable ReplayId before)
            throws SQLException {
        List<Condition> all = new ArrayList<>();
        if (before != null) all.add(Condition.of("id < ?", before.value()));
        if (!states.isEmpty()) all.add(in(states));
        Condition where = Condition.and(all);
        return sql.query(
                NEWEST.formatted(where.sql().isEmpty() ? "" : "WHERE " + where.sql()),
                in -> {
                    where.bind(in);
                    in.int4(limit);
                },
                ReplayRow::read);
    }

    private static Condition in(Set<ReplayState> states) {
        return Condition.in("state", states.stream().map(Enum::ordinal).toList());
    }

    static int planned(Sql sql, ReplayId id, ReplayPlan plan) throws SQLException {
        return sql.update(PLANNED, out -> {
            out.int2(ReplayState.PLANNED.ordinal());
            out.text(CleanText.text(plan.json().text()));
            ReplayRow.write(ReplayProgress.planned(plan.count()), out);
            out.id(id.value());
            out.int2(ReplayState.PLANNING.ordinal());
        });
    }

    static int progress(Sql sql, ReplayId id, ReplayProgress progress) throws SQLException {
        return sql.update(PROGRESS, out -> {
            ReplayRow.write(progress, out);
            out.id(id.value());
        });
    }

    static int wake(Sql sql, ReplayId id, @Nullable Instant at, @Nullable String reason) throws SQLException {
        return sql.update(WAKE, out -> {
            out.int8(LetterRow.millis(at));
            out.text(CleanText.textOrNull(reason));
            out.id(id.value());
        });
    }

    /** A change of state, as the port describes it. */
    record Change(
            ReplayState to,
            @Nullable String reason,
            @Nullable Instant wakeAt) {
        boolean starts() {
            return to == ReplayState.RUNNING;
        }

        boolean ends() {
            return to.isEnded() || to == ReplayState.STOPPED;
        }
    }

    static Optional<Replay> move(Sql sql, ReplayId id, Set<ReplayState> from, Change change, Instant now)
            throws SQLException {
        if (from.isEmpty()) return Optional.empty();
        Condition allowed = in(from);
        return sql.first(
                MOVE.formatted(allowed.sql()),
                out -> {
                    out.int2(change.to().ordinal());
                    out.text(CleanText.textOrNull(change.reason()));
                    out.int8(LetterRow.millis(change.wakeAt()));
                    out.int8(change.starts() ? now.toEpochMilli() : null);
                    out.int8(change.ends() ? now.toEpochMilli() : null);
                    out.id(id.value());
                    allowed.bind(out);
                },
                ReplayRow::read);
    }

    static Optional<Replay> take(Sql sql, String node, Instant now, Instant until) throws SQLException {
        Optional<UUID> free = sql.first(
                sql.dialect() == SqlDialect.POSTGRESQL ? AWAKE_LOCKED : AWAKE,
                in -> {
                    in.int8(now.toEpochMilli());
                    in.int8(now.toEpochMilli());
                },
                Columns::id);
        if (free.isEmpty()) return Optional.empty();
        return sql.first(
                OWN,
                in -> {
                    in.text(node);
                    in.int8(until.toEpochMilli());
                    in.id(free.get());
                },
                ReplayRow::read);
    }

    static boolean keep(Sql sql, ReplayId id, String node, Instant until) throws SQLException {
        return sql.update(KEEP, in -> {
                    in.int8(until.toEpochMilli());
                    in.id(id.value());
                    in.text(node);
                })
                == 1;
    }

    static int leave(Sql sql, ReplayId id, String node) throws SQLException {
        return sql.update(LEAVE, in -> {
            in.id(id.value());
            in.text(node);
        });
    }

    static List<ReplayId> endedBefore(Sql sql, Instant time, int limit) throws SQLException {
        return sql.query(
                ENDED,
                in -> {
                    in.int2(ReplayState.CANCELLED.ordinal());
                    in.int2(ReplayState.DONE.ordinal());
                    in.int2(ReplayState.FAILED.ordinal());
                    in.int8(Millis.atOrAfter(time));
                    in.int4(limit);
                },
                row -> new ReplayId(row.id()));
    }

    static int delete(Sql sql, ReplayId id) throws SQLException {
        return sql.update("DELETE FROM dlq_replay WHERE id = ?", in -> in.id(id.value()));
    }
}
