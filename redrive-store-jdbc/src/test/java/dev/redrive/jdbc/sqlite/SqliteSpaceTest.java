package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteSpaceTest {
    private static final int LETTERS = 3000;
    private static final ChannelTimes AN_HOUR = ChannelTimes.everywhere(Duration.ofHours(1));

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("store.db");
    }

    private List<NewLetter> resolved(int letters) {
        return Stream.generate(() -> new LetterBuilder(ids)
                        .saying("x".repeat(2000))
                        .status(LetterStatus.RESOLVED)
                        .build())
                .limit(letters)
                .toList();
    }

    private void removeAll(DeadLetterStore store) {
        clock.forward(Duration.ofDays(1));
        List<DueLetter> due =
                store.due(LetterStatus.RESOLVED, AN_HOUR, null, LETTERS).letters();
        assertThat(store.remove(due)).hasSize(due.size());
    }

    private static int reclaimAll(DeadLetterStore store) {
        int steps = 0;
        while (store.reclaim()) steps++;
        return steps;
    }

    @Test
    void the_file_shrinks_step_by_step_when_letters_are_removed() throws IOException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            store.capture(resolved(LETTERS));
            removeAll(store);
            LetterId stays = store.capture(resolved(1)).get(0).id();

            int steps = reclaimAll(store);

            assertThat(steps).isPositive();
            assertThat(Files.size(file())).isLessThan(LETTERS * 2000L / 2);
            assertThat(Path.of(file() + "-wal")).hasSize(0);
            assertThat(store.find(stays)).isPresent();
            assertThat(store.reclaim()).isFalse();
        }
        assertThat(SqliteBackup.verify(file()).letters()).isEqualTo(1);
    }

    @Test
    void a_file_of_an_older_version_shrinks_once_little_of_it_is_left() throws SQLException, IOException {
        makeOldFile();
        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            store.capture(resolved(LETTERS));
            removeAll(store);
            LetterId stays = store.capture(resolved(1)).get(0).id();

            reclaimAll(store);

            assertThat(Files.size(file())).isLessThan(LETTERS * 2000L / 2);
            assertThat(pragma("auto_vacuum")).isEqualTo(2);
            assertThat(store.find(stays)).isPresent();
        }
    }

    @Test
    void a_file_of_an_older_version_stays_as_it_is_while_most_of_it_is_in_use() throws SQLException {
        makeOldFile();
        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            store.capture(resolved(LETTERS / 3));
            removeAll(store);
            store.capture(resolved(LETTERS));

            reclaimAll(store);

            assertThat(pragma("auto_vacuum")).isZero();
        }
    }

    @Test
    void a_backup_of_an_older_file_can_give_space_back() throws SQLException {
        makeOldFile();
        Path copy = folder.resolve("copy.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            store.capture(resolved(1));

            store.backup(copy);

            assertThat(number(copy, "PRAGMA auto_vacuum")).isEqualTo(2);
            assertThat(pragma("auto_vacuum")).isZero();
        }
    }

    private void makeOldFile() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            Migrations.run(connection, "sqlite", 8);
        }
    }

    @Test
    void stack_traces_go_when_all_letters_of_their_time_are_gone() throws SQLException {
        try (DeadLetterStore store = new SqliteDeadLetterStore(file(), clock)) {
            store.capture(resolved(1));
            assertThat(traces()).isEqualTo(1);
            clock.forward(Duration.ofDays(70));
            store.capture(resolved(1));

            reclaimAll(store);
            assertThat(traces()).isEqualTo(2);

            store.remove(store.due(LetterStatus.RESOLVED, AN_HOUR, null, 1).letters());
            reclaimAll(store);
            assertThat(traces()).isEqualTo(1);
        }
    }

    private int traces() throws SQLException {
        return number("SELECT COUNT(*) FROM dlq_trace");
    }

    private int pragma(String name) throws SQLException {
        return number("PRAGMA " + name);
    }

    private int number(String query) throws SQLException {
        return number(file(), query);
    }

    private static int number(Path database, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
