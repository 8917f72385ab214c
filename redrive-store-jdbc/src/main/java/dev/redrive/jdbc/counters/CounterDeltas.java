package dev.redrive.jdbc.counters;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Changes to the kept counters, gathered over a batch and written once at its end. */
public final class CounterDeltas {
    private static final String ADD_TALLY = """
            INSERT INTO dlq_tally (channel, error_type, category, pending, replayed, resolved, failed, manual, archived)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (channel, error_type, category) DO UPDATE SET
                pending = dlq_tally.pending + excluded.pending,
                replayed = dlq_tally.replayed + excluded.replayed,
                resolved = dlq_tally.resolved + excluded.resolved,
                failed = dlq_tally.failed + excluded.failed,
                manual = dlq_tally.manual + excluded.manual,
                archived = dlq_tally.archived + excluded.archived""";
    private static final String ADD_CAUSE_TALLY = """
            INSERT INTO dlq_cause_tally (cause_id, pending, replayed, resolved, failed, manual, archived, last_seen)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (cause_id) DO UPDATE SET
                pending = dlq_cause_tally.pending + excluded.pending,
                replayed = dlq_cause_tally.replayed + excluded.replayed,
                resolved = dlq_cause_tally.resolved + excluded.resolved,
                failed = dlq_cause_tally.failed + excluded.failed,
                manual = dlq_cause_tally.manual + excluded.manual,
                archived = dlq_cause_tally.archived + excluded.archived,
                last_seen = CASE WHEN excluded.last_seen > dlq_cause_tally.last_seen
                                 THEN excluded.last_seen ELSE dlq_cause_tally.last_seen END""";
    private static final String ADD_CAUSE_CHANGE = """
            INSERT INTO dlq_cause_change (captured_for, fails_with, letters) VALUES (?, ?, ?)
            ON CONFLICT (captured_for, fails_with) DO UPDATE SET
                letters = dlq_cause_change.letters + excluded.letters""";
    private static final int COUNTERS = 6;
    /** The counters of letters that are closed, by their places. */
    private static final Set<Integer> CLOSED = Set.of(counter(LetterStatus.RESOLVED), counter(LetterStatus.ARCHIVED));

    /** Belongs to no counter of a cause. */
    private static final int NO_COUNTER = COUNTERS;

    private record Key(String channel, String errorType, int category) {}

    /** Letters captured for one cause that fail with another one. */
    private record Pair(UUID cause, UUID lastCause) {}

    /**
     * One counter of one kind of letter, and by how much it changed. Without a kind, the cause was seen, or so many open
     * letters that were captured for it fail with the other one now.
     */
    public record Change(
            @Nullable CounterKey kind, UUID cause, @Nullable UUID lastCause, int counter, long by, long lastSeen) {}

    private final Map<CounterKey, long[]> counts = new HashMap<>();
    private final Map<UUID, Long> seen = new HashMap<>();
    private final Set<UUID> seenHere = new HashSet<>();

    public void add(CounterKey kind, LetterStatus status, long by) {
        counts.computeIfAbsent(kind, k -> new long[COUNTERS])[counter(status)] += by;
    }

    /** Counts a letter under another status. */
    public void move(CounterKey kind, LetterStatus from, LetterStatus to) {
        if (counter(from) == counter(to)) return;
        add(kind, from, -1);
        add(kind, to, 1);
    }

    public void seen(UUID cause, Instant time) {
        seenElsewhere(cause, time);
        seenHere.add(cause);
    }

    /** A cause that was resolved here does not regress by that. */
    public void seenElsewhere(UUID cause, Instant time) {
        seen.merge(cause, time.toEpochMilli(), Math::max);
    }

    /** A letter that is being retried counts as pending; the leases say which ones those are. */
    private static int counter(LetterStatus status) {
        return switch (status) {
            case PENDING, RETRYING -> 0;
            case REPLAYED -> 1;
            case RESOLVED -> 2;
            case FAILED -> 3;
            case MANUAL -> 4;
            case ARCHIVED -> 5;
        };
    }

    boolean isEmpty() {
        return counts.isEmpty() && seen.isEmpty();
    }

    public List<UUID> seenCauses() {
        return List.copyOf(seenHere);
    }

    public List<Change> changes() {
        Map<UUID, Long> unsaid = new HashMap<>(seen);
        List<Change> changes = new ArrayList<>(counts.size());
        counts.forEach((kind, by) -> {
            for (int i = 0; i < COUNTERS; i++) {
                if (by[i] == 0) continue;
                Long time = unsaid.remove(kind.cause());
                changes.add(new Change(kind, kind.cause(), null, i, by[i], time == null ? 0 : time));
            }
        });
        unsaid.forEach((cause, time) -> changes.add(new Change(null, cause, null, 0, 0, time)));
        byPair().forEach(
                        (pair, by) -> changes.add(new Change(null, pair.cause(), pair.lastCause(), NO_COUNTER, by, 0)));
        return changes;
    }

    public void write(Sql sql) throws SQLException {
        if (isEmpty()) return;
        if (sql.dialect() == SqlDialect.POSTGRESQL) {
            CounterLog.append(sql, this);
            return;
        }
        sql.batch(ADD_TALLY, byKey().entrySet(), (tally, out) -> {
            out.text(tally.getKey().channel());
            out.text(tally.getKey().errorType());
            out.int2(tally.getKey().category());
            for (int i = 0; i < COUNTERS; i++) out.int8(tally.getValue()[i]);
        });
        sql.batch(ADD_CAUSE_TALLY, byCause().entrySet(), (cause, out) -> {
            out.id(cause.getKey());
            for (int i = 0; i < COUNTERS; i++) out.int8(cause.getValue()[i]);
            out.int8(seen.getOrDefault(cause.getKey(), 0L));
        });
        sql.batch(ADD_CAUSE_CHANGE, byPair().entrySet(), (change, out) -> {
            out.id(change.getKey().cause());
            out.id(change.getKey().lastCause());
            out.int8(change.getValue());
        });
    }

    private Map<Key, long[]> byKey() {
        Map<Key, long[]> sums = new HashMap<>();
        counts.forEach((kind, by) -> add(
                by,
                sums.computeIfAbsent(
                        new Key(kind.channel(), kind.errorType(), kind.category()), k -> new long[COUNTERS])));
        return sums;
    }

    private Map<UUID, long[]> byCause() {
        Map<UUID, long[]> sums = new HashMap<>();
        seen.keySet().forEach(cause -> sums.put(cause, new long[COUNTERS]));
        counts.forEach((kind, by) -> add(by, sums.computeIfAbsent(kind.cause(), k -> new long[COUNTERS])));
        return sums;
    }

    private Map<Pair, Long> byPair() {
        Map<Pair, Long> sums = new HashMap<>();
        counts.forEach((kind, by) -> {
            if (kind.lastCause() == null) return;
            long open = 0;
            for (int i = 0; i < COUNTERS; i++) if (!CLOSED.contains(i)) open += by[i];
            sums.merge(new Pair(kind.cause(), kind.lastCause()), open, Long::sum);
        });
        sums.values().removeIf(open -> open == 0);
        return sums;
    }

    private static void add(long[] by, long[] to) {
        for (int i = 0; i < COUNTERS; i++) to[i] += by[i];
    }
}
