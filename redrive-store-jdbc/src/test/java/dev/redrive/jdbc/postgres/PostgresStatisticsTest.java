package dev.redrive.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testing.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The database knows how many letters there are, also above the months, which autovacuum leaves out. */
@Timeout(120)
class PostgresStatisticsTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void the_tables_above_the_months_are_analyzed_when_they_have_grown() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            store.capture(Stream.generate(() -> new LetterBuilder(ids).build())
                    .limit(3_000)
                    .toList());

            Await.until("the table of letters is analyzed", () -> {
                store.capture(List.of(new LetterBuilder(ids).build()));
                return rows(pool) >= 3_000;
            });
        }
    }

    private static long rows(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT reltuples FROM pg_class WHERE oid = 'dlq_letter'::regclass")) {
            row.next();
            return row.getLong(1);
        }
    }
}
