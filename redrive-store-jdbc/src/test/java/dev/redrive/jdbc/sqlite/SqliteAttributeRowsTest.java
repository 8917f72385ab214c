package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.SearchPaths;
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
}
