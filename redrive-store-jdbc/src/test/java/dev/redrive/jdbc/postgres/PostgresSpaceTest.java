package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.retention.ChannelTimes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PostgresSpaceTest {
    private static final int LETTERS = 3000;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void the_files_of_a_month_shrink_when_its_letters_are_removed() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            store.capture(Stream.generate(() -> new LetterBuilder(ids)
                            .saying("x".repeat(1000))
                            .status(LetterStatus.RESOLVED)
                            .build())
                    .limit(LETTERS)
                    .toList());
            clock.forward(Duration.ofDays(1));
            long before = size(pool);

            var due = store.due(LetterStatus.RESOLVED, ChannelTimes.everywhere(Duration.ofHours(1)), null, LETTERS);
            assertThat(store.remove(due.letters())).hasSize(LETTERS);
            assertThat(store.reclaim()).isTrue();
            assertThat(store.reclaim()).isFalse();

            assertThat(before).isGreaterThan(LETTERS * 1000);
            assertThat(size(pool)).isZero();
        }
    }

    private static long size(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_relation_size('dlq_letter_2026_03')")) {
            row.next();
            return row.getLong(1);
        }
    }
}
