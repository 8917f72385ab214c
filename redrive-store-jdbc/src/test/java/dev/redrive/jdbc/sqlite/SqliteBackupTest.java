package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.Backup;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.NewLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SqliteBackupTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @TempDir
    Path folder;

    private DeadLetterStore open(Path file) {
        return new SqliteDeadLetterStore(file, clock);
    }

    private NewLetter captured(DeadLetterStore store) {
        NewLetter letter = new LetterBuilder(ids).build();
        store.capture(List.of(letter));
        return letter;
    }

    @Test
    void a_backup_has_what_was_captured_before_it_while_others_capture()
            throws ExecutionException, InterruptedException {
        Path copy = folder.resolve("copy.db");
        try (DeadLetterStore store = open(folder.resolve("live.db"))) {
            NewLetter before = captured(store);
            AtomicBoolean done = new AtomicBoolean();
            FutureTask<Integer> others = new FutureTask<>(() -> {
                int letters = 0;
                for (; !done.get(); letters++) captured(store);
                return letters;
            });
            new Thread(others).start();

            Backup backup = store.backup(copy);
            done.set(true);

            long most = others.get() + 1L;
            assertThat(backup)
                    .isInstanceOfSatisfying(
                            Backup.Done.class, it -> assertThat(it.letters()).isBetween(1L, most));
            try (DeadLetterStore other = open(copy)) {
                assertThat(other.find(before.id())).isPresent();
            }
        }
    }

    @Test
    void a_backup_goes_where_a_store_is_expected() {
        Path copy = folder.resolve("copy.db");
        NewLetter letter;
        try (DeadLetterStore store = open(folder.resolve("live.db"))) {
            letter = captured(store);
            store.backup(copy);
        }
        Path target = folder.resolve("new/folder/redrive.db");

        SqliteBackup.Restored restored = SqliteBackup.restore(copy, target, false);

        assertThat(restored.content()).isEqualTo(new SqliteBackup.Content(Migrations.VERSION, 1, true));
        assertThat(restored.aside()).isEmpty();
        try (DeadLetterStore store = open(target)) {
            assertThat(store.find(letter.id())).isPresent();
        }
    }

    @Test
    void a_store_with_letters_is_replaced_only_on_request_and_then_kept() {
        Path copy = folder.resolve("copy.db");
        Path live = folder.resolve("live.db");
        NewLetter later;
        try (DeadLetterStore store = open(live)) {
            store.backup(copy);
            later = captured(store);
        }

        assertThatThrownBy(() -> SqliteBackup.restore(copy, live, false))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("--replace");
        SqliteBackup.restore(copy, live, true);

        try (DeadLetterStore store = open(live);
                DeadLetterStore aside = open(folder.resolve("live.db.before-restore"))) {
            assertThat(store.find(later.id())).isEmpty();
            assertThat(aside.find(later.id())).isPresent();
        }
    }

    @Test
    void every_store_that_was_replaced_is_kept() {
        Path copy = folder.resolve("copy.db");
        Path live = folder.resolve("live.db");
        List<NewLetter> replaced = new ArrayList<>();
        try (DeadLetterStore store = open(live)) {
            store.backup(copy);
        }

        for (int i = 0; i < 3; i++) {
            try (DeadLetterStore store = open(live)) {
                replaced.add(captured(store));
            }
            SqliteBackup.restore(copy, live, true);
        }

        List<String> names = List.of("live.db.before-restore", "live.db.before-restore-2", "live.db.before-restore-3");
        for (int i = 0; i < 3; i++) {
            try (DeadLetterStore aside = open(folder.resolve(names.get(i)))) {
                assertThat(aside.find(replaced.get(i).id())).isPresent();
            }
        }
    }

    @Test
    void a_store_that_is_open_is_not_replaced() {
        Path copy = folder.resolve("copy.db");
        Path live = folder.resolve("live.db");
        try (DeadLetterStore store = open(live)) {
            store.backup(copy);
            NewLetter letter = captured(store);

            assertThatThrownBy(() -> SqliteBackup.restore(copy, live, true))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in use");

            assertThat(store.find(letter.id())).isPresent();
            assertThat(captured(store)).isNotNull();
        }
    }

    @Test
    void a_damaged_backup_is_found_out() throws IOException {
        Path copy = folder.resolve("copy.db");
        try (DeadLetterStore store = open(folder.resolve("live.db"))) {
            for (int i = 0; i < 200; i++) captured(store);
            store.backup(copy);
        }
        byte[] bytes = Files.readAllBytes(copy);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 20_000, (byte) 7);
        Files.write(copy, bytes);

        assertThatThrownBy(() -> SqliteBackup.verify(copy)).isInstanceOf(StoreException.class);
    }

    private Path backup(String payload) {
        Path copy = folder.resolve("copy.db");
        try (DeadLetterStore store = open(folder.resolve("live.db"))) {
            store.capture(List.of(new LetterBuilder(ids).saying(payload).build()));
            store.backup(copy);
        }
        return copy;
    }

    @Test
    void one_changed_bit_anywhere_is_found_out() throws IOException {
        Path copy = backup("a letter");
        byte[] whole = Files.readAllBytes(copy);

        for (int at = 0; at < whole.length; at += 997) assertChangeIsFound(copy, whole, at);
        for (int at = whole.length - 100; at < whole.length; at++) assertChangeIsFound(copy, whole, at);
    }

    private static void assertChangeIsFound(Path copy, byte[] whole, int at) throws IOException {
        byte[] changed = whole.clone();
        changed[at] ^= 1;
        Files.write(copy, changed);

        assertThatThrownBy(() -> SqliteBackup.verify(copy)).as("byte %s", at).isInstanceOf(StoreException.class);
    }

    @Test
    void a_byte_too_many_or_too_few_is_found_out() throws IOException {
        Path copy = backup("a letter");
        byte[] whole = Files.readAllBytes(copy);

        for (int length : List.of(whole.length + 1, whole.length - 1, whole.length + 4096)) {
            Files.write(copy, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> SqliteBackup.verify(copy))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void a_changed_backup_is_not_restored() throws IOException {
        Path copy = backup("the letter in question");
        byte[] bytes = Files.readAllBytes(copy);
        bytes[bytes.length / 2] ^= 1;
        Files.write(copy, bytes);
        Path target = folder.resolve("restored.db");

        assertThatThrownBy(() -> SqliteBackup.restore(copy, target, false))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not as it was made");
        assertThat(target).doesNotExist();
    }

    @Test
    void a_restored_store_has_its_pages_and_nothing_else() throws IOException {
        Path copy = backup("a letter");
        Path target = folder.resolve("restored.db");

        SqliteBackup.restore(copy, target, false);

        assertThat(Files.size(target) % 4096).isZero();
        assertThat(SqliteBackup.verify(target).letters()).isEqualTo(1);
    }

    @Test
    void a_copy_whose_log_lies_beside_it_is_not_restored_without_it() throws IOException {
        Path live = folder.resolve("live.db");
        Path copy = folder.resolve("copy.db");
        try (DeadLetterStore store = open(live)) {
            captured(store);
            Files.copy(live, copy);
            Files.copy(Path.of(live + "-wal"), Path.of(copy + "-wal"));
        }

        assertThat(SqliteBackup.verify(copy).letters()).isEqualTo(1);
        assertThatThrownBy(() -> SqliteBackup.restore(copy, folder.resolve("restored.db"), false))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("copy.db-wal");
    }

    @Test
    void a_backup_that_is_used_as_a_store_is_one() {
        Path copy = backup("a letter");

        try (DeadLetterStore store = open(copy)) {
            for (int i = 0; i < 50; i++) captured(store);
        }

        assertThat(SqliteBackup.verify(copy).letters()).isEqualTo(51);
    }

    @Test
    void a_backup_that_others_can_read_is_restored_for_its_owner_alone_from_the_start() throws IOException {
        Path copy = backup("a letter");
        Path target = folder.resolve("restored.db");
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream before = System.err;

        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            SqliteBackup.restore(copy, target, false);
        } finally {
            System.setErr(before);
        }

        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("could be read by others");
        assertThat(modeOf(target)).isEqualTo("rw-------");
    }

    @Test
    void what_is_no_backup_is_found_out() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "this is no database at all".repeat(400));

        assertThatThrownBy(() -> SqliteBackup.verify(text)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> SqliteBackup.verify(folder.resolve("missing")))
                .hasMessageContaining("there is no file");
    }

    @Test
    void a_store_without_a_table_that_it_should_have_is_not_opened() throws SQLException {
        Path live = folder.resolve("live.db");
        open(live).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + live);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE dlq_settled");
        }

        assertThatThrownBy(() -> open(live))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("dlq_settled")
                .hasMessageContaining("not whole");
    }

    @Test
    void the_file_has_its_tables_without_its_log() throws IOException {
        Path live = folder.resolve("live.db");
        try (DeadLetterStore store = open(live)) {
            captured(store);
            Files.copy(live, folder.resolve("alone.db"));
        }

        assertThat(SqliteBackup.verify(folder.resolve("alone.db")).schema()).isEqualTo(Migrations.VERSION);
    }

    @Test
    void files_are_private() throws IOException {
        Path made = folder.resolve("data");
        Path live = made.resolve("live.db");
        try (DeadLetterStore store = open(live)) {
            captured(store);
            store.backup(folder.resolve("copy.db"));

            for (String name : List.of("live.db", "live.db-wal", "live.db-shm"))
                assertThat(modeOf(made.resolve(name))).as(name).isEqualTo("rw-------");
        }
        assertThat(modeOf(made)).isEqualTo("rwx------");
        assertThat(modeOf(folder.resolve("copy.db"))).isEqualTo("rw-------");
    }

    @Test
    void a_file_that_others_could_read_is_closed_to_them() throws IOException {
        Path live = folder.resolve("live.db");
        open(live).close();
        Files.setPosixFilePermissions(live, PosixFilePermissions.fromString("rw-r--r--"));

        open(live).close();

        assertThat(modeOf(live)).isEqualTo("rw-------");
    }

    private static String modeOf(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
