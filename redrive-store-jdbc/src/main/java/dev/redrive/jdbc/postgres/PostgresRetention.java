package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.counters.CounterDeltas;
import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.letters.LegalHoldTable;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.ChannelTimes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Removes whole months of letters once all that is left in them is past its time. */
final class PostgresRetention {
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    private static final String NEWEST = """
            SELECT status, channel, MAX(updated_at) FROM %s GROUP BY status, channel""";

    private static final String HELD = """
            SELECT 1 FROM dlq_legal_hold h
            WHERE EXISTS (SELECT 1 FROM %1$s l WHERE l.id = h.letter_id)
                OR EXISTS (SELECT 1 FROM %1$s l WHERE l.channel = h.channel)
                OR EXISTS (SELECT 1 FROM %1$s l WHERE l.cause_id = h.cause_id)
                OR EXISTS (SELECT 1 FROM dlq_last_failure f WHERE f.id >= ? AND f.id < ? AND f.cause_id = h.cause_id)
            LIMIT 1""";

    private static final String COUNT = """
            SELECT l.channel, l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), s.status, COUNT(*)
            FROM %s l JOIN %s s ON s.id = l.id LEFT JOIN dlq_last_failure f ON f.id = l.id
            GROUP BY 1, 2, 3, 4, 5, 6""";

    private final PostgresDatabase postgres;
    private final MonthDrops drops;

    PostgresRetention(PostgresDatabase postgres, MonthDrops drops) {
        this.postgres = postgres;
        this.drops = drops;
    }

    /** Returns how many letters went with the months. */
    int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        int gone = 0;
        for (YearMonth month : postgres.read(sql -> Partitions.months(sql, "dlq_letter")))
            if (isOver(month, times) && postgres.read(sql -> isPast(sql, month, times)))
                gone += drops.drop(month, sql -> removeAll(sql, month, times)).orElse(0);
        return gone;
    }

    /** A letter is never changed before it is captured, so a young month cannot be past any time. */
    private boolean isOver(YearMonth month, Map<LetterStatus, ChannelTimes> times) {
        if (times.isEmpty()) return false;
        Duration shortest = times.values().stream()
                .map(ChannelTimes::shortest)
                .min(Duration::compareTo)
                .orElseThrow();
        return Month.startOf(month.plusMonths(1))
                .isBefore(postgres.clock().instant().minus(shortest));
    }

    private boolean isPast(Sql sql, YearMonth month, Map<LetterStatus, ChannelTimes> times) throws SQLException {
        return !hasOpen(sql, month) && allPast(sql, month, times) && !isHeld(sql, month);
    }

    private static boolean hasOpen(Sql sql, YearMonth month) throws SQLException {
        for (String table : List.of("dlq_ready", "dlq_waiting", "dlq_lease", "dlq_sequence"))
            if (sql.first(
                            "SELECT 1 FROM " + table + " WHERE id >= ? AND id < ? LIMIT 1",
                            Partitions.rangeOf(month),
                            Columns::number)
                    .isPresent()) return true;
        return false;
    }

    private boolean allPast(Sql sql, YearMonth month, Map<LetterStatus, ChannelTimes> times) throws SQLException {
        record Newest(LetterStatus status, String channel, Instant changed) {}
        Instant now = postgres.now(sql);
        List<Newest> newest = sql.query(
                NEWEST.formatted(Partitions.name("dlq_settled", month)),
                in -> {},
                row -> new Newest(STATUSES[row.number()], row.text(), row.time()));
        for (Newest one : newest) {
            ChannelTimes kept = times.get(one.status());
            if (kept == null || one.changed().isAfter(now.minus(kept.of(one.channel())))) return false;
        }
        return true;
    }

    private static boolean isHeld(Sql sql, YearMonth month) throws SQLException {
        return sql.first(
                        HELD.formatted(Partitions.name("dlq_letter", month)),
                        Partitions.rangeOf(month),
                        Columns::number)
                .isPresent();
    }

    /** Under a lock that keeps letters of the month from being changed; none are removed when that happened before. */
    private OptionalInt removeAll(Sql sql, YearMonth month, Map<LetterStatus, ChannelTimes> times) throws SQLException {
        LegalHoldTable.keep(sql);
        return isPast(sql, month, times) ? OptionalInt.of(forget(sql, month)) : OptionalInt.empty();
    }

    /** Takes the letters of a month out of the counters and out of the tables that are not cut by month. */
    private static int forget(Sql sql, YearMonth month) throws SQLException {
        record Group(CounterKey kind, LetterStatus status, long letters) {}
        String letters = Partitions.name("dlq_letter", month);
        List<Group> groups = sql.query(
                COUNT.formatted(letters, Partitions.name("dlq_settled", month)),
                in -> {},
                row -> new Group(
                        new CounterKey(row.text(), row.text(), row.number(), row.id(), row.idOrNull()),
                        STATUSES[row.number()],
                        row.big()));
        CounterDeltas deltas = new CounterDeltas();
        groups.forEach(g -> deltas.add(g.kind(), g.status(), -g.letters()));
        sql.update("DELETE FROM dlq_capture_key k USING " + letters + " l WHERE l.capture_key = k.key", in -> {});
        for (String table : List.of("dlq_last_failure", "dlq_tag", "dlq_edit"))
            sql.update("DELETE FROM " + table + " WHERE id >= ? AND id < ?", Partitions.rangeOf(month));
        deltas.write(sql);
        return (int) groups.stream().mapToLong(Group::letters).sum();
    }
}
