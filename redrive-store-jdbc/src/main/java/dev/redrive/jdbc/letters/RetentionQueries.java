package dev.redrive.jdbc.letters;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the letters that are past their retention. */
public final class RetentionQueries {
    private RetentionQueries() {}

    /** The oldest first. A letter is changed after it was captured, so only ids from before the limit can be past it. */
    public static List<LetterId> past(
            LetterTables tables, Function<LetterStatus, Optional<Duration>> times, Instant now, int limit)
            throws SQLException {
        List<LetterId> past = new ArrayList<>();
        for (LetterStatus status : LetterStatus.values()) {
            Optional<Duration> kept = times.apply(status);
            if (kept.isPresent()) past.addAll(tables.states().settledBefore(status, now.minus(kept.get()), limit));
        }
        return past.stream().sorted().limit(limit).toList();
    }
}
