package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each of the indexes that the documents name for {@code dead_letter_queue} is the way in for the questions it is there for. */
@Timeout(120)
class ViewPlanTest {
    private static final int HOURS = 100;
    private static final int PER_HOUR = 100;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    /** Most have been dealt with, a few have failed, and a few wait. */
    private void fill(DeadLetterStore store) {
        for (int hour = 0; hour < HOURS; hour++) {
            List<NewLetter> letters = new ArrayList<>();
            for (int i = 0; i < PER_HOUR; i++) {
                int n = hour * PER_HOUR + i;
                LetterStatus status =
                        switch (i) {
                            case 0 -> LetterStatus.FAILED;
                            case 1 -> LetterStatus.PENDING;
                            default -> LetterStatus.MANUAL;
                        };
                letters.add(new LetterBuilder(ids)
                        .from("channel-" + n % 200)
                        .event("e-" + n, "pattern-" + n % 200)
                        .subscriber("s-" + n % 200)
                        .failedWith(LetterBuilder.failure("Error" + n % 200, "it failed", Category.UNKNOWN))
                        .saying("{\"text\":\"" + "x".repeat(300) + "\"}")
                        .status(status)
                        .build());
            }
            store.capture(letters);
            clock.forward(Duration.ofHours(1));
        }
    }

    /** @param ofStatusAndTime of the two indexes that serve a status within a time, the one that this database prefers */
    private Map<String, String> questions(String ofStatusAndTime) {
        Instant lately = clock.instant().minus(Duration.ofMinutes(150));
        Map<String, String> questions = new LinkedHashMap<>();
        questions.put("event_id = 'e-77'", "event_id_idx");
        questions.put("subscriber_id = 's-7'", "subscriber_id_idx");
        questions.put("status = 'FAILED'", "status_idx");
        questions.put("error_type = 'Error7'", "error_type_idx");
        questions.put("created_at >= '" + lately + "'", "created_at_idx");
        questions.put("updated_at >= '" + lately + "'", "updated_at_idx");
        questions.put("pattern = 'pattern-7'", "pattern_idx");
        questions.put("channel = 'channel-7'", "channel_idx");
        questions.put("status = 'FAILED' AND created_at >= '" + lately + "'", ofStatusAndTime);
        questions.put("status = 'FAILED' AND created_at < '" + lately + "'", ofStatusAndTime);
        return questions;
    }

    @Test
    void on_sqlite(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("view.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, clock);
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            fill(store);

            for (var question : questions("created_at_idx").entrySet()) {
                String plan = plan(connection, "EXPLAIN QUERY PLAN ", question.getKey());
                assertThat(plan)
                        .as(question.getKey())
                        .contains(question.getValue())
                        .doesNotContain("SCAN l");
                if (!question.getKey().contains("status")) assertThat(plan).doesNotContain("status_idx");
            }
            counts(connection);
        }
    }

    @Test
    void on_postgresql() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);
                Connection connection = pool.getConnection()) {
            fill(store);
            try (Statement statement = connection.createStatement()) {
                statement.execute("VACUUM ANALYZE");
            }

            for (var question : questions("status_idx").entrySet()) {
                String plan = plan(connection, "EXPLAIN ", question.getKey());
                assertThat(plan).as(question.getKey()).contains(partName(question.getValue()));
                // Joined by reading all of so few letters, when that is the cheaper way to join.
                if (!question.getKey().contains("updated_at"))
                    assertThat(plan).as(question.getKey()).doesNotContain("Seq Scan on dlq_letter_2026_03");
            }
            counts(connection);
        }
    }

    /** The index of a partition is named after its columns. */
    private static String partName(String index) {
        return switch (index) {
            case "created_at_idx" -> "dlq_time_of_idx";
            case "updated_at_idx" -> "to_timestamp_idx";
            case "status_idx" -> "status_id_idx";
            case "error_type_idx" -> "error_type_category_id_idx";
            case "subscriber_id_idx" -> "subscriber_id_id_idx";
            case "channel_idx" -> "channel_id_idx";
            case "pattern_idx" -> "pattern_id_idx";
            default -> index;
        };
    }

    private void counts(Connection connection) throws SQLException {
        assertThat(count(connection, "status = 'FAILED'")).isEqualTo(HOURS);
        assertThat(count(connection, "status = 'PENDING'")).isEqualTo(HOURS);
        assertThat(count(connection, "pattern = 'pattern-7'")).isEqualTo(HOURS * PER_HOUR / 200);
        assertThat(count(connection, "created_at >= '" + clock.instant().minus(Duration.ofMinutes(150)) + "'"))
                .isEqualTo(2 * PER_HOUR);
        assertThat(count(connection, "1 = 1")).isEqualTo(HOURS * PER_HOUR);
    }

    private static long count(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM dead_letter_queue WHERE " + where)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String plan(Connection connection, String explain, String where) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        explain + "SELECT id, status, error_message FROM dead_letter_queue WHERE " + where)) {
            int last = rows.getMetaData().getColumnCount();
            while (rows.next()) plan.append(rows.getString(last)).append('\n');
        }
        return plan.toString();
    }
}
