package dev.redrive.internal.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.ArchiveUnavailable;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.ShopLetters;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LetterArchiverTest {
    private static final String TYPE = "com.acme.shop.TimeoutException";
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");
    private static final Instant LATER = START.plusSeconds(90_000_000);

    private final ArchiveFixture fixture = new ArchiveFixture();
    private final ShopLetters shop = new ShopLetters(1, START);

    private List<WholeLetter> letters(int count) {
        return Stream.generate(() -> shop.next(TYPE)).limit(count).toList();
    }

    private static Set<LetterId> ids(List<WholeLetter> letters) {
        Set<LetterId> ids = new HashSet<>();
        letters.forEach(letter -> ids.add(letter.letter().id()));
        return ids;
    }

    private void assertOneLineEach(List<WholeLetter> letters) {
        Map<LetterId, List<WholeLetter>> lines = fixture.lines();
        assertThat(lines).hasSize(letters.size());
        assertThat(letters)
                .allSatisfy(
                        letter -> assertThat(lines.get(letter.letter().id())).containsExactly(letter));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void temporary_files_of_a_process_that_was_killed_are_deleted() throws IOException {
        Path abandoned = temporary(Duration.ofHours(2));
        Path young = temporary(Duration.ofMinutes(10));

        fixture.add(fixture.letters(), letters(1));

        assertThat(abandoned).doesNotExist();
        assertThat(young).exists();
        Files.delete(young);
    }

    private static Path temporary(Duration age) throws IOException {
        Path file = Files.createTempFile("redrive-archive-", ".ndjson.zst");
        Instant made = Files.getLastModifiedTime(file).toInstant();
        return Files.setLastModifiedTime(file, FileTime.from(made.minus(age)));
    }

    @Test
    void letters_are_in_one_object_of_their_folder() {
        List<WholeLetter> letters = letters(600);

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).isEqualTo(ids(letters));
        assertThat(result.written()).isEqualTo(600);
        assertThat(result.objects()).isOne();
        assertThat(result.bytes()).isEqualTo(fixture.size());
        assertThat(fixture.archive.objects().keySet())
                .singleElement()
                .asString()
                .startsWith("dlq/2026/03/02/10/" + TYPE + "/");
        assertOneLineEach(letters);
    }

    @Test
    void what_is_there_already_is_not_written_again() {
        List<WholeLetter> letters = letters(300);
        var unused = fixture.add(fixture.letters(), letters.subList(0, 200));

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).isEqualTo(ids(letters));
        assertThat(result.written()).isEqualTo(100);
        assertOneLineEach(letters);
    }

    @Test
    void a_letter_that_was_restored_and_closed_again_replaces_its_old_line() {
        List<WholeLetter> letters = new ArrayList<>(letters(300));
        var unused = fixture.add(fixture.letters(), letters);
        letters.set(7, ArchiveFixture.changedAt(letters.get(7), LATER));

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters.subList(7, 8));

        assertThat(result.written()).isOne();
        assertThat(fixture.archive.objects()).hasSize(2);
        assertOneLineEach(letters);
    }

    @Test
    void a_run_that_was_killed_anywhere_is_repeated_without_a_second_line() {
        for (int calls = 1; calls < 30; calls++) {
            ArchiveFixture killed = new ArchiveFixture();
            List<WholeLetter> letters = new ArrayList<>(letters(300));
            killed.add(letters);
            for (int i = 0; i < 300; i += 7) letters.set(i, ArchiveFixture.changedAt(letters.get(i), LATER));
            letters.addAll(letters(20));
            AtomicInteger left = new AtomicInteger(calls);
            killed.archive.beforeEachCall(() -> {
                if (left.decrementAndGet() < 0) throw new ArchiveUnavailable("killed", new IOException("killed"));
            });
            try {
                killed.add(letters);
            } catch (ArchiveUnavailable expected) {
                assertThat(expected).hasMessage("killed");
            }
            killed.archive.beforeEachCall(() -> {});

            killed.add(letters);

            Map<LetterId, List<WholeLetter>> lines = killed.lines();
            assertThat(lines.keySet()).isEqualTo(ids(letters));
            assertThat(letters)
                    .as("killed after %s calls", calls)
                    .allSatisfy(letter ->
                            assertThat(lines.get(letter.letter().id())).containsExactly(letter));
        }
    }

    @Test
    void a_letter_that_could_not_be_read_back_is_named_and_not_in_the_archive() {
        List<WholeLetter> letters = new ArrayList<>(letters(3));
        DeadLetter odd = letters.get(1).letter();
        letters.set(
                1,
                letters.get(1)
                        .with(new DeadLetter(
                                odd.id(),
                                odd.channel(),
                                odd.message(),
                                odd.failure(),
                                odd.cause(),
                                odd.lastFailure(),
                                odd.lastCause(),
                                odd.priority(),
                                List.of("two\nlines"),
                                odd.ordered(),
                                odd.state(),
                                odd.attempts())));

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).isEqualTo(ids(List.of(letters.get(0), letters.get(2))));
        assertThat(fixture.problems)
                .singleElement()
                .asString()
                .startsWith("letter " + odd.id() + " is not archived: it cannot be read back from its line: tags[0]");
    }

    @Test
    void damaged_objects_of_the_folder_are_named_and_stop_nothing() {
        List<WholeLetter> letters = letters(300);
        String folder = "dlq/2026/03/02/10/" + TYPE + "/";
        fixture.archive.put(folder + "foreign.ndjson.zst", new byte[100]);

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).hasSize(300);
        assertThat(fixture.problems).singleElement().asString().startsWith(folder + "foreign.ndjson.zst: ");
        assertThat(fixture.archive.objects()).hasSize(2);
    }

    /** An object in which one line was replaced, with checksums that are right. */
    private void putWith(List<WholeLetter> letters, int place, byte[] line) {
        List<byte[]> lines =
                new ArrayList<>(letters.stream().map(ArchiveLines::write).toList());
        lines.set(place, line);
        String folder = "dlq/2026/03/02/10/" + TYPE + "/";
        fixture.archive.put(
                folder + "0195a3c4-5d6e-7f80-8123-456789abcdef.ndjson.zst", ObjectFixture.bytes(letters, lines));
    }

    @Test
    void a_line_that_is_no_letter_is_named_and_hides_no_other() {
        List<WholeLetter> letters = letters(300);
        putWith(letters, 7, ("{\"id\":\"" + letters.get(7).letter().id() + "\",nonsense}\n").getBytes(UTF_8));

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).isEqualTo(ids(letters));
        assertThat(fixture.lines().keySet()).isEqualTo(ids(letters));
        assertThat(fixture.letters().lookup(ids(letters)).page(null).letters()).hasSize(250);
        assertThat(fixture.problems).anySatisfy(problem -> assertThat(problem).contains("a line is no letter"));
    }

    @Test
    void letters_of_a_frame_with_too_few_lines_are_written_again() {
        List<WholeLetter> letters = letters(300);
        byte[] line = ArchiveLines.write(letters.get(7));
        putWith(letters, 7, Arrays.copyOf(line, line.length - 1));

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).isEqualTo(ids(letters));
        assertThat(fixture.lines().keySet()).isEqualTo(ids(letters));
    }

    @Test
    void a_letter_with_two_lines_in_one_object_stays_in_it() {
        List<WholeLetter> letters = letters(300);
        putWith(letters, 299, ArchiveLines.write(letters.get(7)));

        LetterArchiver.Result result = fixture.add(fixture.letters(), letters);

        assertThat(result.inArchive()).isEqualTo(ids(letters));
        assertThat(fixture.lines().keySet()).isEqualTo(ids(letters));
    }

    private String put(List<WholeLetter> letters, String id, String replaced) {
        String key = "dlq/2026/03/02/10/" + TYPE + "/" + id + ".ndjson.zst";
        List<byte[]> lines = letters.stream().map(ArchiveLines::write).toList();
        fixture.archive.put(key, ObjectFixture.bytes(letters, lines, Optional.of(LetterId.of(replaced))));
        return key;
    }

    /** As none of ours says it. */
    @Test
    void an_object_that_says_to_replace_itself_or_one_with_other_letters_replaces_nothing() {
        List<WholeLetter> letters = letters(60);
        String one = "0195a3c4-5d6e-7f80-8123-456789abcde";
        List<String> keys = List.of(
                put(letters.subList(0, 20), one + "1", one + "1"),
                put(letters.subList(20, 40), one + "2", one + "1"),
                put(letters.subList(40, 60), one + "3", one + "4"),
                put(letters.subList(40, 60), one + "4", one + "3"));

        var unused = fixture.add(fixture.letters(), letters);

        assertThat(fixture.archive.objects()).containsKeys(keys.get(0), keys.get(1));
        assertThat(fixture.lines().keySet()).isEqualTo(ids(letters));
    }

    // Files

    /** What a put does instead. */
    private interface Put {
        void put(String key, Path content) throws IOException;
    }

    private Archive putting(Put put) {
        return (Archive) Proxy.newProxyInstance(
                Archive.class.getClassLoader(), new Class<?>[] {Archive.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("put") && arguments[1] instanceof Path content) {
                        put.put((String) arguments[0], content);
                        return null;
                    }
                    try {
                        return method.invoke(fixture.archive, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void the_temporary_file_is_private_and_goes_also_after_a_failure() {
        List<Path> files = new ArrayList<>();
        Archive failing = putting((key, content) -> {
            files.add(content);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(content)))
                    .isEqualTo("rw-------");
            throw new ArchiveUnavailable("away", new IOException("away"));
        });

        assertThatThrownBy(() -> fixture.add(fixture.letters(failing), letters(3)))
                .isInstanceOf(ArchiveUnavailable.class);

        assertThat(files).singleElement().satisfies(file -> assertThat(file).doesNotExist());
    }

    @Test
    void an_object_that_arrived_otherwise_than_it_was_sent_is_deleted_again() {
        Archive flipping = putting((key, content) -> {
            byte[] bytes = Files.readAllBytes(content);
            bytes[bytes.length / 3] ^= 1;
            fixture.archive.put(key, bytes);
        });

        assertThatThrownBy(() -> fixture.add(fixture.letters(flipping), letters(300)))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("what is in the archive is not what was written");

        assertThat(fixture.archive.objects()).isEmpty();
    }

    // Writing anew

    @Test
    void an_object_is_written_anew_with_other_letters_and_goes_when_none_is_left() {
        List<WholeLetter> letters = letters(300);
        LetterArchive archive = fixture.letters();
        var unused = fixture.add(archive, letters);
        ArchiveObject before = archive.objects(ObjectKey.ROOT).get(0);

        archive.rewrite(before, letter -> Optional.of(ArchiveFixture.changedAt(letter, LATER)));

        ArchiveObject after = archive.objects(ObjectKey.ROOT).get(0);
        assertThat(after.key()).isNotEqualTo(before.key());
        assertOneLineEach(letters.stream()
                .map(letter -> ArchiveFixture.changedAt(letter, LATER))
                .toList());
        archive.rewrite(after, letter -> Optional.empty());
        assertThat(fixture.archive.objects()).isEmpty();
    }

    /** As a later Redrive may have written them. */
    @Test
    void lines_that_do_not_change_stay_byte_by_byte() throws DamagedObject {
        List<WholeLetter> letters = letters(2);
        byte[] newer = withMember(ArchiveLines.write(letters.get(0)));
        List<byte[]> lines = List.of(newer, withMember(ArchiveLines.write(letters.get(1))));
        LetterArchive archive = fixture.letters();
        fixture.archive.put(ObjectFixture.KEY, ObjectFixture.bytes(letters, lines));

        archive.rewrite(
                archive.objects(ObjectKey.ROOT).get(0),
                letter -> Optional.of(letter).filter(letters.get(0)::equals));

        List<byte[]> after = new ArrayList<>();
        ArchiveObject object = archive.objects(ObjectKey.ROOT).get(0);
        ObjectReader reader = new ObjectReader(fixture.archive, new IndexCache());
        for (ObjectIndex.Frame frame : reader.index(object).frames())
            reader.lines(
                    object.key(),
                    frame,
                    (buffer, from, length) -> after.add(Arrays.copyOfRange(buffer, from, from + length + 1)));
        assertThat(after).containsExactly(newer);
    }

    private static byte[] withMember(byte[] line) {
        String text = new String(line, UTF_8);
        return (text.substring(0, text.length() - 2) + ",\"later\":1}\n").getBytes(UTF_8);
    }
}
