package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.Backup;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was erased is in none of the files of the store. */
class SqliteErasureTest {
    private static final int LETTERS = 2000;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final Random random = new Random(7);

    @TempDir
    private Path folder;

    /** A value that is found nowhere else, and does not become smaller when it is compressed. */
    private String value(String name, int bytes) {
        byte[] noise = new byte[bytes / 2];
        random.nextBytes(noise);
        return name + "-" + HexFormat.of().formatHex(noise);
    }

    private record Person(LetterId id, List<String> values) {}

    @Test
    void values_that_were_rewritten_or_deleted_are_in_no_file() throws IOException {
        List<String> gone = new ArrayList<>();
        try (DeadLetterStore store = new SqliteDeadLetterStore(folder.resolve("store.db"), clock)) {
            List<Person> people = new ArrayList<>();
            for (int i = 0; i < LETTERS; i++) people.add(captured(store, i));

            for (int i = 0; i < LETTERS; i += 40) {
                rewrite(store, people.get(i).id());
                gone.addAll(people.get(i).values());
                assertThat(store.delete(people.get(i + 1).id())).isEqualTo(new DeleteResult.Gone());
                gone.addAll(people.get(i + 1).values());
            }
            while (store.reclaim()) assertThat(store.find(people.get(3).id())).isPresent();

            String files = files();
            assertThat(gone).noneMatch(value -> files.contains(beginningOf(value)));
            assertThat(people.get(3).values()).allMatch(value -> files.contains(beginningOf(value)));
        }
    }

    /** The payload of another letter looks as if a copy of the key were left behind in an index. */
    @Test
    void indexes_that_are_written_anew_keep_their_entries() {
        Path file = folder.resolve("store.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, clock)) {
            LetterId first = captured(store, new LetterBuilder(ids).inOrder("customer-1"));
            LetterId behind = captured(store, new LetterBuilder(ids).inOrder("customer-1"));
            LetterId erased = captured(store, new LetterBuilder(ids).keyed("customer-2"));
            captured(store, new LetterBuilder(ids).saying("customer-2"));

            rewrite(store, erased);
            store.reclaim();

            assertThat(store.find(behind).orElseThrow().blockedBy()).contains(first);
            assertThat(store.find(first).orElseThrow().blockedBy()).isEmpty();
            Path copy = folder.resolve("copy.db");
            assertThat(store.backup(copy)).isEqualTo(new Backup.Done(4));
        }
    }

    private static LetterId captured(DeadLetterStore store, LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private Person captured(DeadLetterStore store, int number) {
        String key = value("key", 40);
        String header = value("header", 60);
        String small = value("small", 100);
        String large = value("large", number % 10 == 0 ? 20_000 : 300);
        Message message = Message.of("{\"small\":\"" + small + "\",\"large\":\"" + large + "\"}")
                .withKey(key)
                .with(new Headers(List.of(new Header("x-user", Payload.of(header)))));
        LetterBuilder letter = new LetterBuilder(ids).message(message).status(LetterStatus.MANUAL);
        LetterId id = captured(store, number % 3 == 0 ? letter.inOrder(key) : letter);
        List<String> values = new ArrayList<>(List.of(key, header, small, large));
        if (number % 20 == 0) {
            String edited = value("edited", 200);
            store.edit(id, 0, Edit.payload(Payload.of(edited), "ann"));
            values.add(edited);
        }
        return new Person(id, values);
    }

    private static void rewrite(DeadLetterStore store, LetterId id) {
        WholeLetter whole = store.whole(List.of(id), Long.MAX_VALUE).get(0);
        DeadLetter letter = whole.letter();
        Message erased =
                letter.message().with(Payload.of("erased")).with(Headers.none()).withKey("erased");
        List<Version> versions = whole.versions().stream()
                .map(version -> new Version(
                        version.number(),
                        version.time(),
                        version.by(),
                        version.notes(),
                        Payload.of("erased"),
                        Headers.none(),
                        version.completeness(),
                        version.priority(),
                        version.tags()))
                .toList();

        assertThat(store.rewrite(new WholeLetter(letter.with(erased), versions)))
                .isEqualTo(new RewriteResult.Done());
    }

    /** Where pages end, only the beginning of a long value may be there. */
    private static String beginningOf(String value) {
        return value.substring(0, Math.min(value.length(), 40));
    }

    private String files() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }
}
