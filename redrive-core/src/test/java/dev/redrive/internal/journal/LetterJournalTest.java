package dev.redrive.internal.journal;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.NewLetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LetterJournalTest {
    private static final long ROOM = 10_000_000;

    @TempDir
    private Path folder;

    private final LetterIds ids = new LetterIds(SettableClock.standing());
    private final List<NewLetter> drained = new ArrayList<>();
    private Path file;
    private LetterJournal journal;

    @BeforeEach
    void open() {
        file = folder.resolve("sub/redrive.spill");
        journal = new LetterJournal(file, ROOM);
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
    }

    private List<NewLetter> letters(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LetterBuilder(ids).saying("letter " + i).build())
                .toList();
    }

    private static void fail(List<NewLetter> letters) {
        throw new IllegalStateException("away with " + letters.size());
    }

    @Test
    void what_was_appended_is_drained_in_order_and_gone_afterwards() throws IOException {
        List<NewLetter> letters = letters(501);
        journal.append(letters.subList(0, 1));
        journal.append(letters.subList(1, 501));

        int count = journal.drain(drained::addAll);

        assertThat(count).isEqualTo(501);
        assertThat(drained).isEqualTo(letters);
        assertThat(journal.isEmpty()).isTrue();
        assertThat(journal.drain(drained::addAll)).isZero();
    }

    @Test
    void only_its_owner_can_read_it() throws IOException {
        journal.append(letters(1));

        for (Path own : List.of(file, Path.of(file + ".lock")))
            assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(file.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void one_that_others_could_read_is_closed_to_them_at_the_start() throws IOException {
        Path old = Files.createFile(folder.resolve("old.spill"));
        Path draining = Files.createFile(folder.resolve("old.spill.draining"));
        for (Path path : List.of(old, draining))
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));

        new LetterJournal(old, 1000).close();

        for (Path path : List.of(old, draining))
            assertThat(Files.getPosixFilePermissions(path)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void letters_survive_the_end_of_the_process() throws IOException {
        List<NewLetter> letters = letters(3);
        journal.append(letters.subList(0, 2));
        journal.close();

        journal = new LetterJournal(file, ROOM);
        journal.append(letters.subList(2, 3));
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters);
    }

    @Test
    void a_drain_that_fails_keeps_every_letter_and_the_next_one_starts_again() throws IOException {
        List<NewLetter> letters = letters(450);
        journal.append(letters);

        assertThatThrownBy(() -> journal.drain(batch -> {
                    drained.addAll(batch);
                    if (drained.size() > 200) fail(batch);
                }))
                .hasMessageContaining("away");
        assertThat(journal.isEmpty()).isFalse();
        drained.clear();
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters);
        assertThat(journal.isEmpty()).isTrue();
    }

    @Test
    void letters_that_come_in_during_a_drain_are_not_lost() throws IOException {
        List<NewLetter> letters = letters(2);
        journal.append(letters.subList(0, 1));

        journal.drain(batch -> {
            drained.addAll(batch);
            append(letters.subList(1, 2));
        });
        assertThat(drained).hasSize(1);
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters);
    }

    private void append(List<NewLetter> letters) {
        try {
            journal.append(letters);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void letters_that_come_in_after_a_failed_drain_are_drained_after_the_older_ones() throws IOException {
        List<NewLetter> letters = letters(2);
        journal.append(letters.subList(0, 1));
        assertThatThrownBy(() -> journal.drain(LetterJournalTest::fail)).hasMessageContaining("away");
        journal.append(letters.subList(1, 2));

        journal.drain(drained::addAll);
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters);
    }

    @Test
    void a_letter_that_was_written_in_part_is_ignored() throws IOException {
        List<NewLetter> letters = letters(3);
        journal.append(letters.subList(0, 1));
        long intact = Files.size(file);
        journal.append(letters.subList(1, 2));
        journal.close();
        byte[] whole = Files.readAllBytes(file);

        for (int cut = (int) intact; cut < whole.length; cut++) {
            Files.write(file, Arrays.copyOf(whole, cut));
            drained.clear();
            journal.drain(drained::addAll);
            assertThat(drained).as("cut to %s of %s bytes", cut, whole.length).isEqualTo(letters.subList(0, 1));
        }
    }

    @Test
    void a_last_letter_with_a_wrong_checksum_is_ignored() throws IOException {
        List<NewLetter> letters = letters(2);
        journal.append(letters);
        journal.close();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);

        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters.subList(0, 1));
    }

    @Test
    void a_letter_after_one_that_was_written_in_part_is_kept() throws IOException {
        List<NewLetter> letters = letters(2);
        journal.append(letters.subList(0, 1));
        journal.close();
        Files.write(file, new byte[] {0, 0, 1, 0, 7, 7, 7, 7, 1, 2, 3}, APPEND);

        journal.append(letters.subList(1, 2));
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters);
    }

    // What cannot be read or stored

    private byte[] withDamagedLength(List<NewLetter> letters) throws IOException {
        journal.append(letters.subList(0, 1));
        int second = (int) Files.size(file);
        journal.append(letters.subList(1, letters.size()));
        journal.close();
        byte[] bytes = Files.readAllBytes(file);
        bytes[second] ^= 0x40;
        Files.write(file, bytes);
        return Arrays.copyOfRange(bytes, second, bytes.length);
    }

    private List<Path> besides(String kind) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("sub"))) {
            return files.filter(f -> f.getFileName().toString().contains(kind)).toList();
        }
    }

    @Test
    void letters_behind_a_damaged_length_are_found_and_the_damaged_one_is_kept_aside() throws IOException {
        List<NewLetter> letters = letters(3);
        byte[] unread = withDamagedLength(letters);

        journal.drain(drained::addAll);

        assertThat(drained).containsExactly(letters.get(0), letters.get(2));
        assertThat(besides(".damaged-")).hasSize(1);
        assertThat(Files.readAllBytes(besides(".damaged-").get(0))).endsWith(unread);
        assertThat(journal.isEmpty()).isTrue();
    }

    @Test
    void letters_behind_a_damaged_length_are_not_written_over() throws IOException {
        List<NewLetter> letters = letters(4);
        byte[] unread = withDamagedLength(letters.subList(0, 3));

        journal.append(letters.subList(3, 4));
        journal.drain(drained::addAll);

        assertThat(drained).containsExactly(letters.get(0), letters.get(2), letters.get(3));
        assertThat(besides(".damaged-")).hasSize(1);
        assertThat(Files.readAllBytes(besides(".damaged-").get(0))).containsSequence(unread);
    }

    @Test
    void a_damaged_end_is_kept_aside_before_others_are_written_over_it() throws IOException {
        List<NewLetter> letters = letters(3);
        byte[] unread = withDamagedLength(letters.subList(0, 2));

        journal.append(letters.subList(2, 3));
        journal.drain(drained::addAll);

        assertThat(drained).containsExactly(letters.get(0), letters.get(2));
        assertThat(besides(".damaged-")).hasSize(1);
        assertThat(Files.readAllBytes(besides(".damaged-").get(0))).isEqualTo(unread);
    }

    @Test
    void a_letter_that_the_store_refuses_is_kept_aside_and_holds_up_no_other() throws IOException {
        List<NewLetter> letters = letters(450);
        NewLetter bad = letters.get(203);
        journal.append(letters);

        int count = journal.drain(batch -> {
            if (batch.contains(bad)) throw new StoreRefused("the key is too long", new Exception("54000"));
            drained.addAll(batch);
        });

        List<NewLetter> good = new ArrayList<>(letters);
        good.remove(bad);
        assertThat(count).isEqualTo(449);
        assertThat(drained).isEqualTo(good);
        assertThat(journal.isEmpty()).isTrue();
        List<NewLetter> refused = new ArrayList<>();
        try (LetterJournal again = new LetterJournal(file.resolveSibling("redrive.spill.refused"), ROOM)) {
            again.drain(refused::addAll);
        }
        assertThat(refused).containsExactly(bad);
    }

    @Test
    void a_store_that_goes_away_while_letters_are_stored_one_by_one_keeps_them_in_the_journal() throws IOException {
        List<NewLetter> letters = letters(3);
        journal.append(letters);

        assertThatThrownBy(() -> journal.drain(batch -> {
                    if (batch.equals(letters.subList(2, 3))) throw new StoreUnavailable("away");
                    throw new StoreRefused("the key is too long", new Exception("54000"));
                }))
                .isInstanceOf(StoreUnavailable.class);
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(letters);
        assertThat(besides(".refused")).isEmpty();
    }

    @Test
    void a_full_journal_says_so_and_keeps_what_it_has() throws IOException {
        List<NewLetter> kept = letters(2);
        journal.append(kept);
        long size = Files.size(file);
        journal.close();
        journal = new LetterJournal(file, size * 3 / 2);

        assertThatThrownBy(() -> journal.append(letters(2)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("full")
                .hasMessageContaining(file.toString());
        assertThat(Files.size(file)).isEqualTo(size);
        journal.drain(drained::addAll);

        assertThat(drained).isEqualTo(kept);
    }

    @Test
    void letters_that_are_being_drained_count_for_the_limit() throws IOException {
        journal.append(letters(2));
        journal.close();
        journal = new LetterJournal(file, Files.size(file) * 3 / 2);
        assertThatThrownBy(() -> journal.drain(LetterJournalTest::fail)).hasMessageContaining("away");

        assertThatThrownBy(() -> journal.append(letters(2))).hasMessageContaining("full");
    }

    @Test
    void two_processes_cannot_write_to_one_journal() throws IOException {
        journal.append(letters(1));

        try (LetterJournal other = new LetterJournal(file, ROOM)) {
            assertThatThrownBy(() -> other.append(letters(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process");
            assertThatThrownBy(() -> other.drain(drained::addAll)).isInstanceOf(IOException.class);
        }

        assertThat(drained).isEmpty();
    }

    @Test
    void after_a_process_has_ended_another_can_use_its_journal() throws IOException {
        journal.append(letters(1));
        journal.close();

        try (LetterJournal other = new LetterJournal(file, ROOM)) {
            other.append(letters(1));
            other.drain(drained::addAll);
        }

        assertThat(drained).hasSize(2);
    }
}
