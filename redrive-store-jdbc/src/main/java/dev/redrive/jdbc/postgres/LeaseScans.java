package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.search.LetterQueries;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Statements that scan all of {@code dlq_lease}. The table holds few rows, so a scan is quick, except while a transaction
 * holds an old snapshot: then PostgreSQL keeps every row that was deleted. While the table is large, each scan takes at
 * most a fiftieth of the time, and in between its last result is used.
 */
final class LeaseScans {
    private static final int SPACING = 50;
    private static final Duration AT_LEAST = Duration.ofSeconds(1);
    private static final String COUNTS = """
            SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text FROM (
                SELECT channel, error_type, category, cause_id, COUNT(*) AS letters FROM dlq_lease GROUP BY 1, 2, 3, 4) c""";

    private interface Scan<T> {
        T run() throws SQLException;
    }

    private static final class Spaced<T> {
        private @Nullable T last;
        private long next;

        synchronized T get(Scan<T> scan) throws SQLException {
            long began = System.nanoTime();
            if (last != null && began - next < 0) return last;
            last = scan.run();
            long took = System.nanoTime() - began;
            next = began + took * SPACING;
            return last;
        }
    }

    private final Spaced<String> counts = new Spaced<>();
    private final Spaced<Optional<Instant>> end = new Spaced<>();
    private final Spaced<Instant> recovered = new Spaced<>();

    /** How many letters of each kind are being retried, for {@link LetterQueries}; null when it may as well count them itself. */
    @Nullable
    String counts(Sql sql, boolean large) throws SQLException {
        if (!large) return null;
        return counts.get(() -> sql.first(COUNTS, in -> {}, Columns::text).orElseThrow());
    }

    /** When the first lease ends; one that has ended is looked after by and by. */
    Optional<Instant> nextEnd(Sql sql, boolean large, Instant now) throws SQLException {
        if (!large) return NextDue.nextEnd(sql);
        return end.get(() -> NextDue.nextEnd(sql)).map(time -> time.isAfter(now) ? time : now.plus(AT_LEAST));
    }

    void recoverExpiredLeases(PostgresClaims claims, boolean large, Instant now) throws SQLException {
        if (!large) {
            claims.recoverExpiredLeases();
            return;
        }
        recovered.get(() -> {
            claims.recoverExpiredLeases();
            return now;
        });
    }
}
