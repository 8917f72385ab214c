package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds that are placed on one node while another one removes letters, several at a time. */
class MongoLegalHoldRaceTest {
    private static final int ROUNDS = 60;
    private static final int LETTERS = 30;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void no_letter_leaves_after_a_hold_on_it_was_placed() throws Exception {
        List<DeadLetterStore> stores = MongoStores.twoStores(clock);
        try (DeadLetterStore holding = stores.get(0);
                DeadLetterStore removing = stores.get(1)) {
            List<LetterId> held = new ArrayList<>();
            int removed = 0;
            for (int round = 0; round < ROUNDS; round++) {
                String channel = "channel" + round;
                List<DueLetter> due = dueLetters(holding, channel);
                CyclicBarrier start = new CyclicBarrier(2);
                CompletableFuture<Integer> removal = CompletableFuture.supplyAsync(() -> remove(removing, due, start));

                start.await();
                waitForSomeAnswers(holding, round % 12);
                holding.holds().place(new LegalHold(HoldSubject.channel(channel), "ann", "case 7", clock.instant()));
                held.addAll(
                        holding.states(due.stream().map(DueLetter::id).toList()).keySet());
                removed += removal.join();
            }

            assertThat(holding.states(held)).hasSameSizeAs(held);
            assertThat(holding.tallies().byStatus().total()).isEqualTo(held.size());
            assertThat(removed + held.size()).isEqualTo(ROUNDS * LETTERS);
        }
    }

    /** So that the hold is placed between other two steps of the removal in other rounds. */
    private static void waitForSomeAnswers(DeadLetterStore store, int some) {
        for (int i = 0; i < some; i++) assertThat(store.audit().from(1, 1)).isEmpty();
    }

    private List<DueLetter> dueLetters(DeadLetterStore store, String channel) {
        List<NewLetter> letters = new ArrayList<>();
        for (int i = 0; i < LETTERS; i++)
            letters.add(new LetterBuilder(ids)
                    .from(channel)
                    .status(LetterStatus.RESOLVED)
                    .build());
        Set<LetterId> captured =
                store.capture(letters).stream().map(CaptureResult::id).collect(Collectors.toSet());
        ChannelTimes atOnce = ChannelTimes.everywhere(Duration.ZERO);
        return store.due(LetterStatus.RESOLVED, atOnce, null, ROUNDS * LETTERS).letters().stream()
                .filter(letter -> captured.contains(letter.id()))
                .toList();
    }

    private static int remove(DeadLetterStore store, List<DueLetter> due, CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        return store.remove(due).size();
    }
}
