package dev.redrive.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.audit.AuditNote;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of an older version is brought to this one, and what is in it can be read. */
class MigrationsTest {
    private final SettableClock clock = SettableClock.standing();

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("old.db");
    }

    private Connection sqlite() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    @Test
    void a_file_of_the_first_version_works() throws SQLException {
        try (Connection connection = sqlite()) {
            Migrations.run(connection, "sqlite", 1);
        }

        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            works(store);
        }
    }

    @Test
    void a_database_of_the_first_version_works() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool()) {
            try (Connection connection = pool.getConnection()) {
                Migrations.run(connection, "postgresql", 1);
            }

            try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
                works(store);
            }
        }
    }

    private void works(DeadLetterStore store) {
        LetterId id = store.capture(List.of(new LetterBuilder(new LetterIds(clock)).build()))
                .get(0)
                .id();

        assertThat(store.find(id)).isPresent();
        assertThat(store.audit()
                        .append(new AuditNote(clock.instant(), "ann", "admin", "127.0.0.1", "retry", "letter 1", 1))
                        .number())
                .isEqualTo(1);
    }

    /** Before, a failed retry wrote its failure over the letter's own: that one is the first, then, and nothing is known of another. */
    @Test
    void a_letter_that_was_tried_before_its_first_failure_was_kept_can_be_read() throws SQLException {
        LetterId id = new LetterIds(clock).next();
        UUID cause = UUID.fromString("5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59");
        try (Connection connection = sqlite()) {
            Migrations.run(connection, "sqlite", 4);
            insert(connection, """
                    INSERT INTO dlq_letter (id, channel, event_id, payload, payload_form, payload_size, error_type, error_message,
                        category, retryability, cause_id, priority, ordered, first_failed_at)
                    VALUES (?, 'orders', 'e-1', x'7b7d', 1, 2, 'shop.Busy', 'busy', 0, 0, ?, 1, 0, 1)""", id.value(), cause);
            insert(connection, """
                    INSERT INTO dlq_settled (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, status)
                    VALUES (?, 'orders', 1, 1, 5, 1, 1, 1, 4)""", id.value());
            insert(connection, """
                    INSERT INTO dlq_attempt (id, token, started_at, took, worker, strategy, result, error_type, error_message,
                        category, retryability)
                    VALUES (?, 1, 1, 1, 'w', 'ladder', 2, 'shop.Busy', 'busy', 0, 0)""", id.value());
        }

        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            DeadLetter letter = store.find(id).orElseThrow();
            assertThat(letter.failure().type()).isEqualTo("shop.Busy");
            assertThat(letter.lastFailure()).isEqualTo(letter.failure());
            assertThat(letter.lastCause()).isEqualTo(new CauseId(cause));
            Filter last = Filter.builder().lastCause(new CauseId(cause)).build();
            assertThat(store.search(Query.newest(last, 5)).items()).hasSize(1);
        }
    }

    @Test
    void values_by_which_letters_were_found_are_taken_anew() throws SQLException {
        LetterId id = new LetterIds(clock).next();
        try (Connection connection = sqlite()) {
            Migrations.run(connection, "sqlite", 16);
            insert(connection, """
                    INSERT INTO dlq_letter (id, channel, event_id, payload, payload_form, payload_size, error_type, error_message,
                        category, retryability, cause_id, priority, ordered, first_failed_at)
                    VALUES (?, 'orders', 'e-1', CAST('{"order":"A"}' AS BLOB), 1, 13, 'shop.Busy', 'busy', 0, 0, ?, 1, 0, 1)""", id.value(), id.value());
            insert(connection, """
                    INSERT INTO dlq_settled (id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, status)
                    VALUES (?, 'orders', 1, 1, 5, 1, 1, 1, 4)""", id.value());
            insert(connection, "INSERT INTO dlq_search_path (id, name, path) VALUES (1, 'order', '$.order')");
            insert(connection, "INSERT INTO dlq_attribute (id, path, value) VALUES (?, 1, 'A')", id.value());
            insert(connection, """
                    INSERT INTO dlq_search (one, chosen_at, next_path, letters, looked_at, done) VALUES (1, 0, 2, 0, 0, 1)""");
        }
        Filter filter = Filter.builder().attribute("order", "A").build();

        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            assertThat(store.search(Query.newest(filter, 5)).items()).isEmpty();
            assertThat(store.attributes().extract(10)).isTrue();
            assertThat(store.search(Query.newest(filter, 5)).items()).hasSize(1);
            assertThat(store.delete(id)).isEqualTo(new DeleteResult.Gone());
            assertThat(store.search(Query.newest(filter, 5)).items()).isEmpty();
        }
    }

    private static void insert(Connection connection, String sql, UUID... ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < ids.length; i++) statement.setBytes(i + 1, SqlDialect.blob(ids[i]));
            statement.executeUpdate();
        }
    }
}
