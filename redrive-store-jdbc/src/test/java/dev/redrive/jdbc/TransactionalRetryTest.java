package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.RetryResult;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.store.TransactionalStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A handler's writes and the letter's settlement commit or roll back as one. */
class TransactionalRetryTest {
    private interface Counting {
        int paid() throws SQLException;
    }

    @Test
    void on_postgresql() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                Redrive redrive = Redrive.in(pool).withoutJournal().open()) {
            run(pool.getConnection(), "CREATE TABLE paid (letter text)");
            check(redrive, () -> count(pool.getConnection()));
        }
    }

    @Test
    void on_sqlite(@TempDir Path folder) throws SQLException {
        String file = folder.resolve("shared.db").toString();
        try (Redrive redrive = Redrive.open("sqlite:" + file)) {
            run(DriverManager.getConnection("jdbc:sqlite:" + file), "CREATE TABLE paid (letter text)");
            check(redrive, () -> count(DriverManager.getConnection("jdbc:sqlite:" + file)));
        }
    }

    private static void check(Redrive redrive, Counting count) throws SQLException {
        AtomicInteger calls = new AtomicInteger();
        TransactionalStore.Work handler = (letter, connection) -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO paid VALUES ('" + letter.id() + "')");
            }
            if (calls.incrementAndGet() == 1) throw new IllegalStateException("the bank said no after the write");
        };
        redrive.handleTransactionally("ledger", handler);
        LetterId id = redrive.capture(
                        FailedMessage.of("ledger", Message.of("{}"), new IllegalStateException("first failure")))
                .id();

        RetryResult first = redrive.letters().retry(id, "ann");
        assertThat(first).isInstanceOf(RetryResult.Tried.class);
        assertThat(count.paid()).as("the failed handler's write is rolled back").isZero();
        assertThat(redrive.letters().find(id).orElseThrow().attempts())
                .as("the failed attempt is recorded in its own transaction")
                .extracting(Attempt::result)
                .containsExactly(Attempt.Result.FAILED);

        redrive.letters().retry(id, "ann");
        assertThat(count.paid()).isEqualTo(1);
        assertThat(redrive.letters().find(id).orElseThrow().status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_handler_cannot_end_the_transaction_it_is_part_of(@TempDir Path folder) {
        try (Redrive redrive = Redrive.open("sqlite:" + folder.resolve("guarded.db"))) {
            redrive.handleTransactionally("ledger", (letter, connection) -> connection.commit());
            LetterId id = redrive.capture(
                            FailedMessage.of("ledger", Message.of("{}"), new IllegalStateException("boom")))
                    .id();

            redrive.letters().retry(id, "ann");

            assertThat(redrive.letters().find(id).orElseThrow().lastFailure().message())
                    .contains("commit is not for a handler");
        }
    }

    /** It goes by way of the local journal, for the handler has the file to itself. */
    @Test
    @Timeout(20)
    void a_letter_that_a_handler_captures_is_kept_on_sqlite(@TempDir Path folder) {
        String url = "sqlite:" + folder.resolve("captures.db");
        AtomicReference<LetterId> captured = new AtomicReference<>();
        LetterId id;
        try (Redrive redrive = Redrive.open(url)) {
            redrive.handleTransactionally(
                    "ledger",
                    (letter, connection) ->
                            captured.set(redrive.capture(failed("invoices")).id()));
            id = redrive.capture(failed("ledger")).id();

            redrive.letters().retry(id, "ann");
        }
        try (Redrive redrive = Redrive.open(url)) {
            assertThat(redrive.letters().find(id).orElseThrow().status()).isEqualTo(LetterStatus.RESOLVED);
            assertThat(redrive.letters().find(Objects.requireNonNull(captured.get())))
                    .isPresent();
        }
    }

    private static FailedMessage failed(String channel) {
        return FailedMessage.of(channel, Message.of("{}"), new IllegalStateException("boom"));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM paid")) {
            row.next();
            return row.getInt(1);
        }
    }
}
