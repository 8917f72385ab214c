package dev.redrive.jdbc;

import dev.redrive.letter.LetterStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Changes to the kept counters, gathered over a batch and written once at its end. They are written in the order of
 * their keys, after everything else, so that two writers never wait for each other in a circle.
 */
final class Deltas {
    private static final String ADD_TALLY = """
            INSERT INTO dlq_tally (channel, error_type, category, shard, pending, replayed, resolved, failed, manual, archived)
            VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (channel, error_type, category, shard) DO UPDATE SET
                pending = dlq_tally.pending + excluded.pending,
                replayed = dlq_tally.replayed + excluded.replayed,
                resolved = dlq_tally.resolved + excluded.resolved,
                failed = dlq_tally.failed + excluded.failed,
                manual = dlq_tally.manual + excluded.manual,
                archived = dlq_tally.archived + excluded.archived""";
    private static final String ADD_CAUSE_TALLY = """
            INSERT INTO dlq_cause_tally (cause_id, shard, pending, replayed, resolved, failed, manual, archived, last_seen)
            VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (cause_id, shard) DO UPDATE SET
                pending = dlq_cause_tally.pending + excluded.pending,
                replayed = dlq_cause_tally.replayed + excluded.replayed,
                resolved = dlq_cause_tally.resolved + excluded.resolved,
                failed = dlq_cause_tally.failed + excluded.failed,
                manual = dlq_cause_tally.manual + excluded.manual,
                archived = dlq_cause_tally.archived + excluded.archived,
                last_seen = CASE WHEN excluded.last_seen > dlq_cause_tally.last_seen
                                 THEN excluded.last_seen ELSE dlq_cause_tally.last_seen END""";
    static final int COUNTERS = 6;

    record Key(String channel, String errorType, int category) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::channel).thenComparing(Key::errorType).thenComparingInt(Key::category);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<Key, long[]> tallies = new HashMap<>();
    private final Map<UUID, long[]> causes = new HashMap<>();

    void add(Kind kind, LetterStatus status, long by) {
        int column = column(status);
        tallies.computeIfAbsent(new Key(kind.channel(), kind.errorType(), kind.category()), k -> new long[COUNTERS])[
                column] += by;
        cause(kind.cause())[column] += by;
    }

    /** Counts a letter under another status. */
    void move(Kind kind, LetterStatus from, LetterStatus to) {
        if (column(from) == column(to)) return;
        add(kind, from, -1);
        add(kind, to, 1);
    }

    void seen(UUID cause, Instant time) {
        long[] counters = cause(cause);
        counters[COUNTERS] = Math.max(counters[COUNTERS], time.toEpochMilli());
    }

    private long[] cause(UUID id) {
        return causes.computeIfAbsent(id, k -> new long[COUNTERS + 1]);
    }

    /** A letter that is being retried counts as pending; the leases say which ones those are. */
    private static int column(LetterStatus status) {
        return switch (status) {
            case PENDING, RETRYING -> 0;
            case REPLAYED -> 1;
            case RESOLVED -> 2;
            case FAILED -> 3;
            case MANUAL -> 4;
            case ARCHIVED -> 5;
        };
    }

    void write(Sql sql, int shard) throws SQLException {
        if (sql.dialect() == Dialect.POSTGRESQL) {
            PostgresCounters.add(sql, new TreeMap<>(tallies), new TreeMap<>(causes), shard);
            return;
        }
        sql.batch(ADD_TALLY, tallies.entrySet(), (tally, out) -> {
            out.text(tally.getKey().channel());
            out.text(tally.getKey().errorType());
            out.int2(tally.getKey().category());
            for (int i = 0; i < COUNTERS; i++) out.int8(tally.getValue()[i]);
        });
        sql.batch(ADD_CAUSE_TALLY, causes.entrySet(), (cause, out) -> {
            out.id(cause.getKey());
            for (int i = 0; i <= COUNTERS; i++) out.int8(cause.getValue()[i]);
        });
    }
}
