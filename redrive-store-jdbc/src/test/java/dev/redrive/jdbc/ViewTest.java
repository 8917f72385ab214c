package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Resolution;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Settlement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table that people query has the columns, by the names, that were asked for. */
class ViewTest {
    private static final List<String> COLUMNS = List.of(
            "id",
            "event_id",
            "subscriber_id",
            "original_event",
            "error_message",
            "error_type",
            "error_code",
            "error_stack_trace",
            "error_context",
            "retry_history",
            "retry_count",
            "max_retries",
            "status",
            "resolution_timestamp",
            "resolution_strategy",
            "resolved_by",
            "resolution_notes",
            "created_at",
            "updated_at");

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void on_sqlite(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("view.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, clock);
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            check(store, connection, "json_extract(original_event, '$.payload.amount')");
            showsWhatPeopleAreTold(
                    store,
                    connection,
                    "json_extract(retry_history, '$[0].error.type') || ': ' || json_extract(retry_history, '$[0].error.message')",
                    "json_extract(original_event, '$.eventId')");
        }
    }

    @Test
    void on_postgresql() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);
                Connection connection = pool.getConnection()) {
            check(store, connection, "original_event->'payload'->>'amount'");
            showsWhatPeopleAreTold(
                    store,
                    connection,
                    "(retry_history->0->'error'->>'type') || ': ' || (retry_history->0->'error'->>'message')",
                    "original_event->>'eventId'");
            assertThat(texts(
                            connection,
                            "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'dead_letter_queue_%' ORDER BY 1"))
                    .contains(
                            "dead_letter_queue_error_type_idx",
                            "dead_letter_queue_event_id_idx",
                            "dead_letter_queue_original_event_pattern_idx",
                            "dead_letter_queue_status_idx",
                            "dead_letter_queue_subscriber_id_idx");
        }
    }

    private void check(DeadLetterStore store, Connection connection, String amount) throws SQLException {
        store.capture(List.of(
                new LetterBuilder(ids)
                        .saying("{\"amount\":9007199254740993}")
                        .event("e-1", "payment.failed")
                        .build(),
                new LetterBuilder(ids)
                        .message(Message.of(Payload.of(new byte[] {0, 1, 2})))
                        .status(LetterStatus.FAILED)
                        .build(),
                new LetterBuilder(ids)
                        .saying("not json")
                        .status(LetterStatus.MANUAL)
                        .build(),
                new LetterBuilder(ids)
                        .message(Message.of(Payload.absent()))
                        .event("e-2", "p")
                        .status(LetterStatus.MANUAL)
                        .build()));
        var lease = store.claim(ClaimRequest.of("w", 1, Duration.ofMinutes(1)))
                .get(0)
                .lease();
        store.settle(List.of(new Settlement(
                lease,
                Duration.ofMillis(5),
                "ladder",
                new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null))));

        assertThat(columns(connection)).startsWith(COLUMNS.toArray(String[]::new));
        assertThat(texts(connection, "SELECT status FROM dead_letter_queue ORDER BY status"))
                .containsExactly("FAILED", "MANUAL", "MANUAL", "RESOLVED");
        assertThat(texts(
                        connection,
                        "SELECT " + amount + " FROM dead_letter_queue WHERE event_id = 'e-1'"
                                + " AND resolution_strategy = 'automatic_retry'"))
                .containsExactly("9007199254740993");
        assertThat(texts(connection, "SELECT retry_history FROM dead_letter_queue WHERE event_id = 'e-1'")
                        .get(0))
                .contains("succeeded", "ladder");
        assertThat(texts(connection, "SELECT original_event FROM dead_letter_queue WHERE event_id = 'e-2'")
                        .get(0)
                        .replace(" ", ""))
                .contains("\"payload\":null");
        failsOtherwise(store, connection);
    }

    private void failsOtherwise(DeadLetterStore store, Connection connection) throws SQLException {
        LetterId id = store.capture(
                        List.of(new LetterBuilder(ids).event("e-9", "p").build()))
                .get(0)
                .id();
        var lease = ClaimedLetters.leased(store, id, "w", Duration.ofMinutes(1)).lease();
        Failure busy = LetterBuilder.failure("shop.Busy", "come back later", Category.RATE_LIMIT);
        store.settle(List.of(new Settlement(
                lease, Duration.ofMillis(5), "ladder", new Settlement.GaveUp(busy, LetterBuilder.fingerprint(busy)))));

        assertThat(texts(
                        connection,
                        "SELECT error_type || ', ' || last_error_type || ', ' || last_error_message FROM dead_letter_queue"
                                + " WHERE event_id = 'e-9' AND last_cause_id <> cause_id"))
                .containsExactly("java.net.SocketTimeoutException, shop.Busy, come back later");
        assertThat(
                        texts(
                                connection,
                                "SELECT last_error_type FROM dead_letter_queue WHERE event_id = 'e-1' AND last_cause_id = cause_id"))
                .containsExactly("java.net.SocketTimeoutException");
    }

    /** The same as the API and the pages: the error of a lost lease, and the id inside the event. */
    private void showsWhatPeopleAreTold(DeadLetterStore store, Connection connection, String error, String eventId)
            throws SQLException {
        OriginalEvent event = OriginalEvent.of("e-10", "p").withInstanceId("inside-10");
        LetterId id = store.capture(List.of(new LetterBuilder(ids)
                        .message(Message.of("{}").with(event))
                        .build()))
                .get(0)
                .id();
        ClaimedLetters.claim(store, id, "w", Duration.ofMinutes(1));
        clock.forward(Duration.ofMinutes(2));
        ClaimedLetters.claim(store, id, "w", Duration.ofMinutes(1));

        assertThat(texts(connection, "SELECT " + error + " FROM dead_letter_queue WHERE event_id = 'e-10'"))
                .containsExactly(Attempt.LEASE_LOST.type() + ": " + Attempt.LEASE_LOST.message());
        assertThat(texts(connection, "SELECT " + eventId + " FROM dead_letter_queue WHERE event_id = 'e-10'"))
                .containsExactly(store.find(id).orElseThrow().instanceId())
                .containsExactly("inside-10");
        assertThat(texts(connection, "SELECT " + eventId + " FROM dead_letter_queue WHERE event_id = 'e-9'"))
                .containsExactly("e-9");
    }

    private static List<String> columns(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM dead_letter_queue")) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++)
                names.add(rows.getMetaData().getColumnName(i));
        }
        return names;
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) texts.add(String.valueOf(rows.getString(1)));
        }
        return texts;
    }
}
