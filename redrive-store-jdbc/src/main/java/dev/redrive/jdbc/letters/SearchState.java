package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.store.attributes.AttributeIndex;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one row of {@code dlq_search}: how far the letters have been looked at for the paths that were chosen last.
 *
 * @param nextPath the id that the next path gets
 * @param letters how many there were when the paths were chosen
 * @param before the oldest letter that has been looked at, or null
 */
record SearchState(
        Instant chosenAt,
        int nextPath,
        long letters,
        long lookedAt,
        @Nullable UUID before,
        boolean done) {
    private static final SearchState NOTHING = new SearchState(Instant.EPOCH, 1, 0, 0, null, true);

    static SearchState read(Sql sql) throws SQLException {
        Optional<SearchState> found = sql.first(
                "SELECT chosen_at, next_path, letters, looked_at, before, done FROM dlq_search",
                in -> {},
                row -> new SearchState(
                        row.time(), row.number(), row.big(), row.big(), row.idOrNull(), row.number() == 1));
        return found.orElse(NOTHING);
    }

    void write(Sql sql) throws SQLException {
        sql.update("DELETE FROM dlq_search", in -> {});
        sql.update("""
                INSERT INTO dlq_search (one, chosen_at, next_path, letters, looked_at, before, done)
                VALUES (1, ?, ?, ?, ?, ?, ?)""", out -> {
            out.int8(chosenAt.toEpochMilli());
            out.int4(nextPath);
            out.int8(letters);
            out.int8(lookedAt);
            out.id(before);
            out.int2(done ? 1 : 0);
        });
    }

    /** Not before every process has learned of the paths. */
    boolean mayGoOn(Instant now) {
        return !done && !now.isBefore(chosenAt.plus(AttributeIndex.SETTLE));
    }

    SearchState after(UUID oldest, int more) {
        return new SearchState(chosenAt, nextPath, letters, lookedAt + more, oldest, false);
    }

    SearchState withNextPath(int next) {
        return new SearchState(chosenAt, next, letters, lookedAt, before, done);
    }

    SearchState ended() {
        return new SearchState(chosenAt, nextPath, letters, lookedAt, before, true);
    }

    /** How many of the letters that there are now are found; those that came since are. */
    long searchable(long now) {
        return done ? now : Math.max(0, now - Math.max(0, letters - lookedAt));
    }
}
