package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.counters.CounterDeltas;
import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.Retention;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drops whole months of letters once everything in them is past its retention. */
final class PostgresRetention {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresRetention.class);
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    /** Months that could not be dropped, so that each is logged once. */
    private final Set<YearMonth> held = ConcurrentHashMap.newKeySet();

    private final PostgresDatabase postgres;
    private final Partitions partitions;

    PostgresRetention(PostgresDatabase postgres, Partitions partitions) {
        this.postgres = postgres;
        this.partitions = partitions;
    }

    /** Returns how many letters went with them. */
    int dropPartitions(Retention retention) {
        int gone = 0;
        for (YearMonth month : postgres.read(sql -> Partitions.months(sql, "dlq_letter"))) {
            gone += dropIfFree(month, retention);
        }
        return gone;
    }

    /** A month that is locked, by a backup for instance, does not keep the others from being dropped. */
    private int dropIfFree(YearMonth month, Retention retention) {
        try {
            int letters = postgres.transaction(sql -> drop(sql, month, retention));
            held.remove(month);
            return letters;
        } catch (StoreUnavailable e) {
            throw e;
        } catch (StoreException e) {
            if (held.add(month))
                LOG.warn(
                        "the letters of {} cannot be dropped as a whole for now and are deleted one by one: {}",
                        month,
                        e.getMessage());
            return 0;
        }
    }

    private int drop(Sql sql, YearMonth month, Retention retention) throws SQLException {
        Instant now = postgres.now(sql);
        if (!isOver(month, retention, now)) return 0;
        // No write to the month between the check and the drop. If it is locked now, it is dropped another day.
        try (Statement statement = sql.connection().createStatement()) {
            statement.execute("SET LOCAL lock_timeout = '2s'");
            statement.execute("LOCK TABLE " + Partitions.name("dlq_settled", month) + " IN SHARE MODE");
        }
        if (isUsed(sql, month, retention, now)) return 0;
        int letters = forget(sql, month);
        try (Statement statement = sql.connection().createStatement()) {
            for (String table : List.of("dlq_letter", "dlq_settled", "dlq_attempt"))
                statement.execute("DROP TABLE " + Partitions.name(table, month));
        }
        dropTraces(sql);
        partitions.forget(month);
        return letters;
    }

    /** A letter is never changed before it is captured, so a young month cannot be past any retention. */
    private static boolean isOver(YearMonth month, Retention retention, Instant now) {
        return Month.startOf(month.plusMonths(1)).isBefore(now.minus(retention.resolved()));
    }

    private static boolean isUsed(Sql sql, YearMonth month, Retention retention, Instant now) throws SQLException {
        UUID from = Partitions.firstIdOf(month);
        UUID to = Partitions.firstIdOf(month.plusMonths(1));
        for (String table : List.of("dlq_ready", "dlq_waiting", "dlq_lease", "dlq_sequence")) {
            if (sql.first(
                            "SELECT 1 FROM " + table + " WHERE id >= ? AND id < ? LIMIT 1",
                            in -> {
                                in.id(from);
                                in.id(to);
                            },
                            Columns::number)
                    .isPresent()) return true;
        }
        for (LetterStatus status : STATUSES) {
            Optional<Duration> kept = retention.deletes(status);
            long limit = kept.map(time -> now.minus(time).toEpochMilli()).orElse(Long.MIN_VALUE);
            if (sql.first(
                            "SELECT 1 FROM " + Partitions.name("dlq_settled", month)
                                    + " WHERE status = ? AND updated_at > ? LIMIT 1",
                            in -> {
                                in.int2(status.ordinal());
                                in.int8(limit);
                            },
                            Columns::number)
                    .isPresent()) return true;
        }
        return false;
    }

    /** Takes the letters of a month out of the counters and out of the tables that are not cut by month. */
    private int forget(Sql sql, YearMonth month) throws SQLException {
        record Group(CounterKey kind, LetterStatus status, long letters) {}
        String letters = Partitions.name("dlq_letter", month);
        List<Group> groups = sql.query(
                """
                SELECT l.channel, l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), s.status, COUNT(*)
                FROM %s l JOIN %s s ON s.id = l.id LEFT JOIN dlq_last_failure f ON f.id = l.id
                GROUP BY 1, 2, 3, 4, 5, 6""".formatted(letters, Partitions.name("dlq_settled", month)),
                in -> {},
                row -> new Group(
                        new CounterKey(row.text(), row.text(), row.number(), row.id(), row.idOrNull()),
                        STATUSES[row.number()],
                        row.big()));
        CounterDeltas deltas = new CounterDeltas();
        groups.forEach(g -> deltas.add(g.kind(), g.status(), -g.letters()));
        UUID from = Partitions.firstIdOf(month);
        UUID to = Partitions.firstIdOf(month.plusMonths(1));
        sql.update("DELETE FROM dlq_capture_key k USING " + letters + " l WHERE l.capture_key = k.key", in -> {});
        for (String table : List.of("dlq_last_failure", "dlq_tag", "dlq_edit")) {
            sql.update("DELETE FROM " + table + " WHERE id >= ? AND id < ?", in -> {
                in.id(from);
                in.id(to);
            });
        }
        deltas.write(sql);
        return (int) groups.stream().mapToLong(Group::letters).sum();
    }

    /** An attempt may refer to a trace of a later month than its letter's, never to one of an earlier month. */
    private void dropTraces(Sql sql) throws SQLException {
        List<YearMonth> kept = Partitions.months(sql, "dlq_letter");
        for (YearMonth month : Partitions.months(sql, "dlq_trace")) {
            if (!kept.isEmpty() && !month.isBefore(kept.get(0))) return;
            try (Statement statement = sql.connection().createStatement()) {
                statement.execute("DROP TABLE " + Partitions.name("dlq_trace", month));
            }
        }
    }
}
