package dev.redrive.jdbc.retention;

import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.SettledCount;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/** Counts settled letters by the day of their last change, in one scan of {@code dlq_settled}. */
public final class SettledCounts {
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    private static final String COUNT = """
            SELECT status, channel, updated_at / 86400000 AS day, COUNT(*) AS letters FROM dlq_settled
            WHERE %s GROUP BY status, channel, updated_at / 86400000 ORDER BY status, channel, day""";

    private SettledCounts() {}

    public static List<SettledCount> of(Sql sql, Set<LetterStatus> statuses) throws SQLException {
        if (statuses.isEmpty()) return List.of();
        Condition these =
                Condition.in("status", statuses.stream().map(Enum::ordinal).toList());
        return sql.query(
                COUNT.formatted(these.sql()),
                these::bind,
                row -> new SettledCount(
                        STATUSES[row.at("status").number()],
                        row.at("channel").text(),
                        LocalDate.ofEpochDay(row.at("day").big()),
                        row.at("letters").big()));
    }
}
