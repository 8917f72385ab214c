package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.LetterQueries;
import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all of {@code dlq_lease}. It holds few rows, so that takes no time, unless somebody holds an old snapshot: then
 * PostgreSQL keeps all that ever passed through. While the table is large, each look is taken for no more than a fiftieth of the
 * time, and in between the last answer counts.
 */
public final class PostgresLeases {
    private static final int SPACING = 50;
    private static final Duration AT_LEAST = Duration.ofSeconds(1);
    private static final String COUNTS = """
            SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text FROM (
                SELECT channel, error_type, category, cause_id, COUNT(*) AS letters FROM dlq_lease GROUP BY 1, 2, 3, 4) c""";

    private interface Look<T> {
        T look() throws SQLException;
    }

    private static final class Spaced<T> {
        private @Nullable T last;
        private long next;

        synchronized T get(Look<T> look) throws SQLException {
            long began = System.nanoTime();
            if (last != null && began - next < 0) return last;
            last = look.look();
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

    void recover(PostgresClaims claims, boolean large, Instant now) throws SQLException {
        if (!large) {
            claims.recover();
            return;
        }
        recovered.get(() -> {
            claims.recover();
            return now;
        });
    }
}
