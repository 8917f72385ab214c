package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.cause.Fingerprint;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReadRange;
import dev.redrive.testing.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Letters of an old month arrive while another node drops it: after its partitions were made, and before they are used. */
class PostgresDroppedMonthTest {
    private final SettableClock clock = SettableClock.standing();
    private final HikariDataSource pool = PostgresStores.freshPool();
    private final DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);
    private final DeadLetterStore otherNode = PostgresDeadLetterStore.in(pool, clock);
    private final NewLetter old =
            new LetterBuilder(new LetterIds(clock)).inOrder("customer-1").build();

    @BeforeEach
    void waitForTheMonthToBeOver() {
        clock.forward(Duration.ofDays(65));
    }

    @AfterEach
    void close() {
        otherNode.close();
        store.close();
        pool.close();
    }

    /** Writers wait for the lock on the letter's sequence with the first statement of their transaction. */
    private void whileTheMonthIsDropped(Runnable write) throws SQLException {
        CompletableFuture<Void> written;
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Sequence sequence = Objects.requireNonNull(old.sequence());
            SequenceLocks.take(Sql.postgres(connection), List.of(sequence));
            written = CompletableFuture.runAsync(write);
            Await.until("the writer waits", () -> isTrue("""
                    SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"""));
            Await.until("the month is dropped", () -> {
                otherNode.reclaim();
                return isTrue("SELECT to_regclass('dlq_letter_2026_03') IS NULL");
            });
            connection.rollback();
        }
        written.join();
    }

    private boolean isTrue(String question) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    @Test
    void a_captured_letter_is_stored() throws SQLException {
        whileTheMonthIsDropped(() -> store.capture(List.of(old)));

        assertThat(store.find(old.id())).isPresent();
    }

    @Test
    void an_imported_letter_is_stored() throws SQLException {
        otherNode.capture(List.of(old));
        DeadLetter letter = otherNode.find(old.id()).orElseThrow();
        otherNode.delete(old.id());
        Fingerprint cause = LetterBuilder.fingerprint(letter.failure());

        whileTheMonthIsDropped(
                () -> store.importAll(List.of(new ImportedLetter(letter, cause, cause, List.of(), null))));

        assertThat(store.find(old.id())).contains(letter);
    }

    @Test
    void a_letter_of_a_stream_is_stored_and_the_stream_goes_on() throws SQLException {
        Intake intake = new Intake(List.of(old), List.of(), List.of(new ReadRange("stream", 0, 0, 1)));

        whileTheMonthIsDropped(() -> store.ingest(intake));

        assertThat(store.find(old.id())).isPresent();
        assertThat(store.positions("stream")).isEqualTo(Map.of(0, 1L));
    }
}
