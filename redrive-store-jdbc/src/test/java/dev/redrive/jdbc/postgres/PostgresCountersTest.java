package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Resolution;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counters are right before and after what was appended is folded into them. */
class PostgresCountersTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void folding_changes_no_count() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                PostgresDeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            for (String channel : List.of("orders", "orders", "invoices"))
                store.capture(List.of(new LetterBuilder(ids).from(channel).build()));
            var claimed = store.claim(ClaimRequest.of("worker", 1, Duration.ofMinutes(1)));
            store.settle(List.of(new Settlement(
                    claimed.get(0).lease(),
                    Duration.ofMillis(5),
                    "ladder",
                    new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null))));
            var tallies = store.tallies();
            var causes = store.causes(CauseQuery.top(10));

            fold(pool);
            fold(pool);

            assertThat(rows(pool, "dlq_delta")).isZero();
            assertThat(rows(pool, "dlq_tally_kept")).isPositive();
            assertThat(store.tallies()).isEqualTo(tallies);
            assertThat(store.causes(CauseQuery.top(10))).isEqualTo(causes);
        }
    }

    @Test
    void one_node_folds_at_a_time() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                PostgresDeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);
                Connection first = pool.getConnection()) {
            first.setAutoCommit(false);
            PostgresCounters.fold(Sql.postgres(first));
            store.capture(List.of(new LetterBuilder(ids).build()));

            fold(pool);

            assertThat(rows(pool, "dlq_delta")).isPositive();
            first.commit();
            fold(pool);
            assertThat(rows(pool, "dlq_delta")).isZero();
        }
    }

    private static void fold(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            PostgresCounters.fold(Sql.postgres(connection));
            connection.commit();
        }
    }

    private static int rows(HikariDataSource pool, String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
