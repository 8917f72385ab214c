package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.decisions.DeleteResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of erased keys that SQLite left behind in its indexes. */
class SqliteLeftKeysTest {
    private static final int PAGE = 4096;
    private static final byte LEAF_OF_INDEX = 0x0a;
    private static final byte[] LEFT = "gone-7!".getBytes(StandardCharsets.ISO_8859_1);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @TempDir
    private Path folder;

    private DeadLetterStore store() {
        return new SqliteDeadLetterStore(folder.resolve("store.db"), clock);
    }

    private List<LetterId> captured(DeadLetterStore store, String name, int letters) {
        return store
                .capture(IntStream.range(0, letters)
                        .mapToObj(i -> new LetterBuilder(ids)
                                .inOrder(name + "-" + i + "!")
                                .build())
                        .toList())
                .stream()
                .map(CaptureResult::id)
                .toList();
    }

    /** Those that are few are looked for. */
    @ParameterizedTest
    @ValueSource(ints = {10, ErasedKeys.MOST + 1})
    void a_key_is_not_in_the_file_once_it_is_erased_however_many_were(int erased) throws IOException {
        List<LetterId> kept;
        List<LetterId> gone;
        try (DeadLetterStore store = store()) {
            kept = captured(store, "kept", 500);
            gone = captured(store, "gone", erased);
        }
        leaveKeyBehind();

        try (DeadLetterStore store = store()) {
            for (LetterId letter : gone) assertThat(store.delete(letter)).isEqualTo(new DeleteResult.Gone());
            while (store.reclaim()) assertThat(store.find(kept.get(0))).isPresent();

            String file = Files.readString(folder.resolve("store.db"), StandardCharsets.ISO_8859_1);
            assertThat(file.contains("gone-7!")).isFalse();
            assertThat(file.contains("kept-7!")).isTrue();
            LetterId behind = captured(store, "kept", 1).get(0);
            assertThat(store.find(behind).orElseThrow().blockedBy()).contains(kept.get(0));
        }
    }

    /** In the free part of pages that keep other keys. */
    private void leaveKeyBehind() throws IOException {
        Path path = folder.resolve("store.db");
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
        int copies = 0;
        for (int page = 0; page < file.limit(); page += PAGE) {
            int free = page + 8 + 2 * file.getShort(page + 3);
            int end = page + file.getShort(page + 5);
            String text = new String(file.array(), page, PAGE, StandardCharsets.ISO_8859_1);
            if (file.get(page) != LEAF_OF_INDEX || !text.contains("kept-") || end - free < LEFT.length) continue;
            file.put(free, LEFT);
            copies++;
        }
        assertThat(copies).isPositive();
        Files.write(path, file.array());
    }
}
