package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.testpostgres.TestPostgres;
import dev.redrive.text.Glob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds that are placed on one node while another one removes letters. */
class LegalHoldRaceTest {
    private static final int CHANNELS = 20;
    private static final int LETTERS = 1000;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @TempDir
    private Path folder;

    @Test
    void no_letter_leaves_a_file_after_a_hold_on_it_was_placed() {
        Path file = folder.resolve("store.db");
        try (DeadLetterStore holding = new SqliteDeadLetterStore(file, clock);
                DeadLetterStore removing = new SqliteDeadLetterStore(file, clock)) {
            race(holding, removing);
        }
    }

    @Test
    void no_letter_leaves_a_database_after_a_hold_on_it_was_placed() {
        String database = TestPostgres.freshDatabase();
        try (HikariDataSource one = PostgresStores.pool(database);
                HikariDataSource two = PostgresStores.pool(database);
                DeadLetterStore holding = PostgresDeadLetterStore.in(one, clock);
                DeadLetterStore removing = PostgresDeadLetterStore.in(two, clock)) {
            race(holding, removing);
        }
    }

    private void race(DeadLetterStore holding, DeadLetterStore removing) {
        List<NewLetter> letters = new ArrayList<>();
        for (int i = 0; i < LETTERS; i++)
            letters.add(new LetterBuilder(ids)
                    .from("channel" + i % CHANNELS)
                    .status(LetterStatus.RESOLVED)
                    .build());
        holding.capture(letters);
        clock.forward(Duration.ofDays(1));

        CompletableFuture<Void> removal = CompletableFuture.runAsync(() -> removeAll(removing));
        List<LetterId> held = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            String channel = "channel" + i;
            holding.holds().place(new LegalHold(HoldSubject.channel(channel), "ann", "case 7", clock.instant()));
            held.addAll(lettersOf(holding, channel));
        }
        removal.join();

        assertThat(held).allMatch(letter -> holding.find(letter).isPresent());
        assertThat(holding.tallies().byStatus().total()).isEqualTo(held.size());
    }

    private static void removeAll(DeadLetterStore store) {
        List<DueLetter> due = new ArrayList<>(
                store.due(LetterStatus.RESOLVED, ChannelTimes.everywhere(Duration.ofHours(1)), null, LETTERS)
                        .letters());
        Collections.shuffle(due, new Random(3));
        for (int from = 0; from < due.size(); from += 10)
            store.remove(due.subList(from, Math.min(due.size(), from + 10)));
    }

    private static List<LetterId> lettersOf(DeadLetterStore store, String channel) {
        return store.search(Query.newest(Filter.all().inChannels(Set.of(new Glob(channel))), 500)).items().stream()
                .map(Summary::id)
                .toList();
    }
}
