package dev.redrive.jdbc.retention;

import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the letters whose retention is over, a bounded part of them at a time. */
public final class DueLetters {
    /** How many letters are looked at, due or not. */
    private static final int LOOK_AT = 5000;

    private static final int ASK_AT_ONCE = 500;

    /** Along the index by status, whose order is that of the ids. */
    private static final String SETTLED = """
            SELECT id, channel, token, updated_at FROM dlq_settled
            WHERE status = ? AND id > ? AND id < ? ORDER BY id LIMIT ?""";

    private static final String DETAILS = """
            SELECT l.id, l.error_type, l.edit_version,
                CASE WHEN EXISTS (
                    SELECT 1 FROM dlq_legal_hold h WHERE h.letter_id = l.id OR h.channel = l.channel
                        OR h.cause_id = l.cause_id OR h.cause_id = f.cause_id) THEN 1 ELSE 0 END
            FROM dlq_letter l LEFT JOIN dlq_last_failure f ON f.id = l.id
            WHERE %s""";

    private record Settled(UUID id, String channel, int token, Instant updatedAt) {}

    private record Details(UUID id, String errorType, int version, boolean held) {}

    private DueLetters() {}

    public static DuePage find(
            Sql sql, LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit, Instant now)
            throws SQLException {
        int lookAt = Math.max(limit, LOOK_AT);
        List<Settled> some = settled(sql, status, times, after, lookAt, now);
        List<Settled> due = new ArrayList<>();
        for (Settled one : some) {
            if (!isPast(one.updatedAt(), times.of(one.channel()), now)) continue;
            due.add(one);
            if (due.size() == limit) return page(sql, status, due, new LetterId(one.id()));
        }
        boolean isLast = some.size() < lookAt;
        return page(
                sql,
                status,
                due,
                isLast ? null : new LetterId(some.get(some.size() - 1).id()));
    }

    /** A letter is not changed before it is captured, so the ids of younger ones end the search. */
    private static List<Settled> settled(
            Sql sql, LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit, Instant now)
            throws SQLException {
        LetterId first = after == null ? LetterId.firstAt(Instant.EPOCH) : after;
        LetterId end = LetterId.firstAt(now.minus(times.shortest()).plusMillis(1));
        return sql.query(
                SETTLED,
                in -> {
                    in.int2(status.ordinal());
                    in.id(first.value());
                    in.id(end.value());
                    in.int4(limit);
                },
                row -> new Settled(row.id(), row.text(), row.number(), row.time()));
    }

    private static boolean isPast(Instant changed, Duration time, Instant now) {
        return !changed.isAfter(now.minus(time));
    }

    private static DuePage page(Sql sql, LetterStatus status, List<Settled> due, @Nullable LetterId next)
            throws SQLException {
        Map<UUID, Details> details = details(sql, due);
        List<DueLetter> letters = new ArrayList<>(due.size());
        int held = 0;
        for (Settled one : due) {
            Details known = details.get(one.id());
            if (known == null) continue;
            if (known.held()) held++;
            else
                letters.add(new DueLetter(
                        new LetterId(one.id()),
                        one.channel(),
                        known.errorType(),
                        status,
                        one.token(),
                        one.updatedAt(),
                        known.version()));
        }
        return new DuePage(letters, held, next);
    }

    private static Map<UUID, Details> details(Sql sql, List<Settled> letters) throws SQLException {
        Map<UUID, Details> found = new HashMap<>();
        for (int from = 0; from < letters.size(); from += ASK_AT_ONCE) {
            Condition some = Condition.in(
                    "l.id",
                    letters.subList(from, Math.min(letters.size(), from + ASK_AT_ONCE)).stream()
                            .map(Settled::id)
                            .toList());
            sql.query(
                            DETAILS.formatted(some.sql()),
                            some::bind,
                            row -> new Details(row.id(), row.text(), row.number(), row.number() == 1))
                    .forEach(one -> found.put(one.id(), one));
        }
        return found;
    }
}
