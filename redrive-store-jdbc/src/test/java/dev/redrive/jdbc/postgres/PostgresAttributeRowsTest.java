package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.testing.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rows of {@code dlq_attribute}: they go with their letters, and no other process brings them back. */
class PostgresAttributeRowsTest {
    private static final SearchPaths PATHS = SearchPaths.of(Map.of("order", "$.order"));
    private static final Duration MONTH = Duration.ofDays(30);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final HikariDataSource pool = PostgresStores.freshPool();

    @AfterEach
    void close() {
        pool.close();
    }

    private LetterBuilder ordering(String order) {
        return new LetterBuilder(ids).saying("{\"order\":\"" + order + "\"}");
    }

    private static LetterId captured(DeadLetterStore store, LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private static List<LetterId> found(DeadLetterStore store, String order) {
        Filter filter = Filter.builder().attribute("order", order).build();
        return store.search(Query.newest(filter, 10)).items().stream()
                .map(Summary::id)
                .toList();
    }

    private long rows() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT (SELECT COUNT(*) FROM dlq_attribute) + (SELECT COUNT(*) FROM dlq_attribute_later)""")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void rows_leave_with_a_deleted_letter_with_retention_and_with_a_month() throws SQLException {
        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            store.attributes().keep(PATHS);
            store.delete(captured(store, ordering("A")));
            assertThat(rows()).isZero();

            captured(store, ordering("B").status(LetterStatus.RESOLVED));
            clock.forward(MONTH.plusDays(1));
            assertThat(store.remove(store.due(LetterStatus.RESOLVED, ChannelTimes.everywhere(MONTH), null, 10)
                            .letters()))
                    .hasSize(1);
            assertThat(rows()).isZero();

            captured(store, ordering("C").status(LetterStatus.RESOLVED));
            clock.forward(Duration.ofDays(100));
            assertThat(store.removeWhole(Map.of(LetterStatus.RESOLVED, ChannelTimes.everywhere(MONTH))))
                    .isEqualTo(1);
            assertThat(rows()).isZero();
            captured(store, ordering("D"));
            assertThat(rows()).isEqualTo(1);
        }
    }

    @Test
    void rows_that_were_taken_later_leave_with_a_deleted_letter_with_retention_and_with_a_month() throws SQLException {
        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            LetterId deleted = captured(store, ordering("A"));
            captured(store, ordering("B").status(LetterStatus.RESOLVED));
            clock.forward(MONTH.plusDays(1));
            captured(store, ordering("C").status(LetterStatus.RESOLVED));
            store.attributes().keep(PATHS);
            clock.forward(AttributeIndex.SETTLE);
            assertThat(store.attributes().extract(10)).isTrue();
            assertThat(rows()).isEqualTo(6);

            store.delete(deleted);
            assertThat(rows()).isEqualTo(4);

            assertThat(store.remove(store.due(LetterStatus.RESOLVED, ChannelTimes.everywhere(MONTH), null, 10)
                            .letters()))
                    .hasSize(1);
            assertThat(rows()).isEqualTo(2);

            clock.forward(Duration.ofDays(100));
            assertThat(store.removeWhole(Map.of(LetterStatus.RESOLVED, ChannelTimes.everywhere(MONTH))))
                    .isEqualTo(1);
            assertThat(rows()).isZero();
        }
    }

    @Test
    void a_deletion_waits_for_who_adds_rows_and_takes_those_away_too() throws Exception {
        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            store.attributes().keep(PATHS);
            LetterId id = captured(store, ordering("A"));
            CompletableFuture<DeleteResult> deleted;
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                // As the background does it.
                statement.execute("SELECT 1 FROM dlq_letter WHERE id = '" + id + "' FOR SHARE");
                statement.execute("INSERT INTO dlq_attribute (path, value, id) VALUES (2, 'A', '" + id + "')");
                byte[] packed = AttributeRow.pack(List.of(new AttributeRow(id.value(), 2, "A")));
                statement.execute("INSERT INTO dlq_attribute_later (id, attributes) VALUES ('" + id + "', '\\x"
                        + HexFormat.of().formatHex(packed) + "')");

                deleted = CompletableFuture.supplyAsync(() -> store.delete(id));
                Await.until("the deletion to wait", () -> waitsForALock(statement));
                connection.commit();
            }

            assertThat(deleted.get()).isEqualTo(new DeleteResult.Gone());
            assertThat(rows()).isZero();
        }
    }

    private static boolean waitsForALock(Statement statement) throws SQLException {
        try (ResultSet waiting = statement.executeQuery("""
                SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'""")) {
            return waiting.next();
        }
    }

    @Test
    void many_letters_at_once_are_copied_with_their_attributes() throws SQLException {
        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            store.attributes().keep(PATHS);
            List<NewLetter> many = new ArrayList<>();
            for (int i = 0; i < 1000; i++) many.add(ordering("ORD-" + i).build());

            store.capture(many);

            assertThat(rows()).isEqualTo(1000);
            assertThat(found(store, "ORD-999")).containsExactly(many.get(999).id());
        }
    }

    @Test
    void a_store_of_before_gets_a_place_for_the_attributes_of_each_month() throws SQLException {
        LetterId id;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            Migrations.run(connection, "postgresql", 9);
            // As the program of before made them, which this month's letters are in.
            makeMonth(statement, YearMonth.of(2026, 1), "dlq_letter", "dlq_settled", "dlq_attempt", "dlq_trace");
        }

        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            assertThat(tables()).contains("dlq_attribute_2026_01", "dlq_attribute_later_2026_01");
            store.attributes().keep(PATHS);
            id = captured(store, ordering("A"));
            assertThat(found(store, "A")).containsExactly(id);
        }
    }

    @Test
    void rows_of_a_store_of_before_are_taken_anew() throws SQLException {
        LetterId id = ids.next();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            Migrations.run(connection, "postgresql", 16);
            makeMonth(statement, Partitions.monthOf(clock.instant()), "dlq_letter", "dlq_attribute");
            statement.execute("""
                    INSERT INTO dlq_letter (id, channel, event_id, payload, payload_form, payload_size, error_type, error_message,
                        category, retryability, cause_id, priority, ordered, first_failed_at)
                    VALUES ('%s', 'orders', 'e-1', '{"order":"A"}', 1, 13, 'shop.Busy', 'busy', 0, 0, '%s', 1, 0, 1)""".formatted(id, id));
            statement.execute("INSERT INTO dlq_search_path (id, name, path) VALUES (1, 'order', '$.order')");
            statement.execute("INSERT INTO dlq_attribute (id, path, value) VALUES ('" + id + "', 1, 'A')");
            statement.execute("""
                    INSERT INTO dlq_search (one, chosen_at, next_path, letters, looked_at, done) VALUES (1, 0, 2, 0, 0, 1)""");
        }

        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            assertThat(rows()).isZero();
            assertThat(store.attributes().extract(10)).isTrue();
            assertThat(rows()).isEqualTo(2);
        }
    }

    private static void makeMonth(Statement statement, YearMonth month, String... tables) throws SQLException {
        for (String table : tables)
            statement.execute("CREATE TABLE " + Partitions.name(table, month) + " PARTITION OF " + table
                    + " FOR VALUES FROM ('" + Partitions.firstIdOf(month) + "') TO ('"
                    + Partitions.firstIdOf(month.plusMonths(1)) + "')");
    }

    private List<String> tables() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet tables = statement.executeQuery("SELECT tablename FROM pg_tables")) {
            while (tables.next()) names.add(tables.getString(1));
        }
        return names;
    }

    @Test
    void a_process_learns_what_another_one_chose_and_letters_that_it_captured_before_are_found() {
        try (DeadLetterStore one = PostgresDeadLetterStore.in(pool, clock);
                DeadLetterStore other = PostgresDeadLetterStore.in(pool, clock)) {
            one.attributes().keep(PATHS);
            LetterId before = captured(other, ordering("A"));
            assertThat(found(one, "A")).isEmpty();

            assertThat(other.attributes().extract(10)).isFalse();
            assertThat(other.attributes().paths()).isEqualTo(PATHS);
            LetterId after = captured(other, ordering("A"));
            assertThat(found(one, "A")).containsExactly(after);

            clock.forward(AttributeIndex.SETTLE);
            assertThat(one.attributes().extract(10)).isTrue();
            assertThat(found(one, "A")).containsExactly(after, before);
        }
    }

    @Test
    void a_letter_that_another_transaction_changes_is_left_for_later() throws Exception {
        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            LetterId id = captured(store, ordering("A"));
            store.attributes().keep(PATHS);
            clock.forward(AttributeIndex.SETTLE);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("UPDATE dlq_letter SET priority = 2 WHERE id = '" + id + "'");

                assertThat(store.attributes().extract(10)).isFalse();

                connection.rollback();
            }
            assertThat(store.attributes().progress().isComplete()).isFalse();
            assertThat(store.attributes().extract(10)).isTrue();
            assertThat(found(store, "A")).containsExactly(id);
            assertThat(store.attributes().extract(10)).isFalse();
            assertThat(store.attributes().progress().isComplete()).isTrue();
        }
    }

    @Test
    void it_goes_on_where_another_process_stopped() {
        LetterId old;
        LetterId young;
        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            old = captured(store, ordering("A"));
            clock.forward(Duration.ofMinutes(1));
            young = captured(store, ordering("A"));
            store.attributes().keep(PATHS);
            clock.forward(AttributeIndex.SETTLE);
            assertThat(store.attributes().extract(1)).isTrue();
            assertThat(store.attributes().progress().searchable()).isEqualTo(1);
        }

        try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
            assertThat(found(store, "A")).containsExactly(young);
            store.edit(young, 0, Edit.payload(Payload.of("{}"), "ann"));
            assertThat(store.attributes().extract(1)).isTrue();
            assertThat(found(store, "A")).containsExactly(old);
        }
    }
}
