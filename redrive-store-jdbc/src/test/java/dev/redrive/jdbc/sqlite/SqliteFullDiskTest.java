package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFullDiskTest {
    @TempDir
    Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void a_full_disk_is_unavailable_and_what_was_stored_stays() {
        Path file = folder.resolve("full.db");
        try (SqliteDeadLetterStore store = new SqliteDeadLetterStore(file, clock)) {
            store.capture(List.of(letter()));
        }
        try (SqliteDeadLetterStore store = new SqliteDeadLetterStore(file, clock)) {
            store.pragma("max_page_count = 60");
            assertThatThrownBy(() -> {
                        while (true) store.capture(List.of(large(), large(), large()));
                    })
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("full");

            store.pragma("max_page_count = 100000");
            long before = store.tallies().byStatus().total();
            store.capture(List.of(letter()));
            assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(before + 1));
        }
    }

    private NewLetter letter() {
        return new LetterBuilder(ids).build();
    }

    private NewLetter large() {
        byte[] noise = new byte[20_000];
        new Random(ids.next().hashCode()).nextBytes(noise);
        return new LetterBuilder(ids).message(Message.of(Payload.of(noise))).build();
    }
}
