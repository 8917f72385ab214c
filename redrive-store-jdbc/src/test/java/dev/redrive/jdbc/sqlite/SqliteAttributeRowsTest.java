package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Query;
import dev.redrive.store.retention.ChannelTimes;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteAttributeRowsTest {
    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private LetterBuilder ordering(String order) {
        return new LetterBuilder(ids).saying("{\"order\":\"" + order + "\"}");
    }

    private List<String> values() throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("a.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT value FROM dlq_attribute")) {
            while (rows.next()) values.add(rows.getString(1));
        }
        return values;
    }

    @Test
    void rows_leave_with_a_deleted_letter_and_with_retention() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("a.db"), clock)) {
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order")));
            LetterId deleted =
                    store.capture(List.of(ordering("A").build())).get(0).id();
            store.capture(List.of(
                    ordering("B").status(LetterStatus.RESOLVED).build(),
                    ordering("C").build()));
            clock.forward(Duration.ofDays(1));

            store.delete(deleted);
            var due = store.due(LetterStatus.RESOLVED, ChannelTimes.everywhere(Duration.ofHours(1)), null, 10);
            assertThat(store.remove(due.letters())).hasSize(1);

            assertThat(values()).containsExactly("C");
        }
    }

    @Test
    void rows_that_were_taken_later_leave_with_an_edit_a_deletion_and_retention() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("a.db"), clock)) {
            List<LetterId> letters = store
                    .capture(List.of(
                            ordering("A").build(),
                            ordering("B").build(),
                            ordering("C").status(LetterStatus.RESOLVED).build()))
                    .stream()
                    .map(CaptureResult::id)
                    .toList();
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order")));
            clock.forward(Duration.ofDays(1));
            assertThat(store.attributes().extract(10)).isTrue();
            assertThat(values()).containsExactly("A", "B", "C");

            store.edit(letters.get(0), 0, Edit.payload(Payload.of("{\"order\":\"D\"}"), "ann"));
            store.delete(letters.get(1));
            var due = store.due(LetterStatus.RESOLVED, ChannelTimes.everywhere(Duration.ofHours(1)), null, 10);
            assertThat(store.remove(due.letters())).hasSize(1);

            assertThat(values()).containsExactly("D");
            assertThat(ids("dlq_attribute_later", "LENGTH(id)")).isEmpty();
        }
    }

    @Test
    void rows_that_were_written_by_the_paths_of_now_are_left_as_they_are() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("a.db"), clock)) {
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order")));
            store.capture(List.of(ordering("A").build()));
            clock.forward(Duration.ofDays(1));

            assertThat(store.attributes().extract(10)).isTrue();

            assertThat(values()).containsExactly("A");
            assertThat(ids("dlq_attribute_later", "LENGTH(id)")).isEmpty();
        }
    }

    @Test
    void rows_of_a_path_of_before_are_replaced() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("a.db"), clock)) {
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order")));
            store.capture(List.of(ordering("A").build()));
            store.attributes().keep(SearchPaths.of(Map.of("other", "$.order")));
            clock.forward(Duration.ofDays(1));

            assertThat(store.attributes().extract(10)).isTrue();

            assertThat(values()).containsExactly("A");
            assertThat(ids("dlq_attribute", "path")).containsExactly(2);
        }
    }

    @Test
    void many_letters_are_kept_by_several_ids_of_a_path_and_all_are_found() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("a.db"), clock)) {
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order")));
            List<LetterId> same = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clock.forward(Duration.ofSeconds(1));
                same.add(0, captureMany(store));
                store.attributes().extract(1);
            }

            assertThat(ids("dlq_search_path", "id")).hasSize(11);
            assertThat(ids("dlq_attribute", "path")).contains(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
            assertThat(found(store, "same")).isEqualTo(same);
            assertThat(found(store, "same", "also")).isEqualTo(same);

            store.delete(same.get(9));
            assertThat(found(store, "same")).isEqualTo(same.subList(0, 9));
        }
    }

    @Test
    void an_id_by_which_nothing_is_kept_any_more_is_forgotten() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("a.db"), clock)) {
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order")));
            store.attributes().keep(SearchPaths.of(Map.of("order", "$.order", "other", "$.other")));
            for (int i = 0; i < 9; i++) {
                captureMany(store);
                store.attributes().extract(1);
            }

            // Nothing has the other value; only the newest ids may be in use by a process that has not learned of them.
            assertThat(ids("dlq_search_path", "id")).contains(1, 4).doesNotContain(2);
        }
    }

    /** As many as one id is for; returns one of them. */
    private LetterId captureMany(DeadLetterStore store) {
        List<NewLetter> letters = new ArrayList<>();
        for (int i = 1; i < 5000; i++) letters.add(ordering("ORD-" + i).build());
        NewLetter same =
                new LetterBuilder(ids).saying("{\"order\":[\"same\",\"also\"]}").build();
        letters.add(same);
        store.capture(letters);
        return same.id();
    }

    private static List<LetterId> found(DeadLetterStore store, String... orders) {
        FilterBuilder filter = Filter.builder();
        for (String order : orders) filter.attribute("order", order);
        return store.search(Query.newest(filter.build(), 100)).items().stream()
                .map(Summary::id)
                .toList();
    }

    private List<Integer> ids(String table, String column) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("a.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT " + column + " FROM " + table)) {
            while (rows.next()) ids.add(rows.getInt(1));
        }
        return ids;
    }
}
