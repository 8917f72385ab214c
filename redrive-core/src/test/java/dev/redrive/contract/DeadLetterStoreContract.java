package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.invalid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must hold when its parts work together: sequences, many workers at once, long histories. */
public abstract class DeadLetterStoreContract extends StoreContract {
    // Sequences

    @Test
    void in_an_ordered_channel_a_letter_waits_behind_the_oldest_open_one() {
        LetterId first = captured(aLetter().inOrder("customer-1"));
        LetterId second = captured(aLetter().inOrder("customer-1").priority(Priority.CRITICAL));
        LetterId other = captured(aLetter().inOrder("customer-2"));

        List<LeasedLetter> claimed = claim(10);

        assertThat(claimed).extracting(c -> c.letter().id()).containsExactly(first, other);
        assertThat(found(second).blockedBy()).contains(first);
        assertThat(found(first).blockedBy()).isEmpty();
        assertThat(ClaimedLetters.claim(store, second, "ann", MINUTE)).isEqualTo(new ClaimResult.Blocked(first));
        store.settle(List.of(succeeded(claimed.get(0).lease())));
        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void a_permanent_failure_holds_its_sequence_until_a_manual_decision() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));
        store.settle(List.of(gaveUp(claim(1).get(0).lease(), invalid())));

        assertThat(claimedIds(10)).isEmpty();
        assertThat(found(second).blockedBy()).contains(first);
        store.move(first, ManualMove.discard("ann", "broken"));
        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void a_deleted_letter_lets_the_next_one_go() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));

        store.delete(first);

        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void a_restored_letter_lines_up_again() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));
        store.move(first, ManualMove.archive("ann", null));

        store.move(first, ManualMove.restore("ann"));
        store.move(first, ManualMove.reset("ann"));

        assertThat(found(first).blockedBy()).contains(second);
        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void the_order_of_a_long_sequence_is_kept() {
        List<LetterId> captured = IntStream.range(0, 50)
                .mapToObj(i -> captured(aLetter().inOrder("k")))
                .toList();

        List<LetterId> processed = new ArrayList<>();
        for (List<LeasedLetter> next = claim(10); !next.isEmpty(); next = claim(10)) {
            next.forEach(c -> processed.add(c.letter().id()));
            store.settle(next.stream().map(c -> succeeded(c.lease())).toList());
        }

        assertThat(processed).isEqualTo(captured);
    }

    // Together

    @Test
    void many_workers_never_hold_the_same_letter() throws Exception {
        int letters = 600;
        List<NewLetter> batch = IntStream.range(0, letters)
                .mapToObj(i -> aLetter().from("c" + i % 4).build())
                .toList();
        store.capture(batch);
        Set<LetterId> seen = ConcurrentHashMap.newKeySet();
        List<LetterId> twice = new java.util.concurrent.CopyOnWriteArrayList<>();

        together(6, worker -> {
            Optional<Set<String>> channels =
                    worker % 2 == 0 ? Optional.empty() : Optional.of(Set.of("c0", "c1", "c2", "c3"));
            while (seen.size() < letters) {
                List<LeasedLetter> claimed =
                        store.claim(new ClaimRequest("worker-" + worker, 17, worker % 3, MINUTE, channels));
                for (LeasedLetter c : claimed)
                    if (!seen.add(c.letter().id())) twice.add(c.letter().id());
                store.settle(claimed.stream().map(c -> succeeded(c.lease())).toList());
            }
        });

        assertThat(twice).isEmpty();
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(letters);
    }

    @Test
    void captures_orders_and_settlements_at_the_same_time_keep_sequences_and_counters_right() throws Exception {
        int perWorker = 40;
        together(6, worker -> {
            for (int i = 0; i < perWorker; i++) {
                if (worker < 3) captured(aLetter().inOrder("key-" + i % 3).from("ledger"));
                else {
                    List<LeasedLetter> claimed = store.claim(ClaimRequest.of("worker-" + worker, 5, MINUTE));
                    store.settle(claimed.stream().map(c -> succeeded(c.lease())).toList());
                }
            }
        });

        for (List<LeasedLetter> rest = claim(50); !rest.isEmpty(); rest = claim(50))
            store.settle(rest.stream().map(c -> succeeded(c.lease())).toList());
        assertThat(store.tallies().byStatus().byStatus())
                .containsOnly(java.util.Map.entry(LetterStatus.RESOLVED, 3L * perWorker));
    }

    @Test
    void one_key_captured_by_many_at_once_is_one_letter() throws Exception {
        Set<LetterId> seen = ConcurrentHashMap.newKeySet();

        together(8, worker -> {
            for (int i = 0; i < 20; i++) seen.add(captured(aLetter().idempotent("key-" + i)));
        });

        assertThat(seen).hasSize(20);
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(20));
    }

    protected interface WorkerTask {
        void run(int worker) throws Exception;
    }

    protected static void together(int workers, WorkerTask task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                int worker = i;
                running.add(pool.submit(() -> {
                    task.run(worker);
                    return null;
                }));
            }
            for (Future<?> future : running) future.get();
        } finally {
            pool.shutdownNow();
        }
    }

    /** Each seed is a test of its own: all of them together take a slow machine longer than a test may. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void random_histories_look_the_same_as_in_memory(long seed) {
        new RandomHistory(seed, clock, store).play(250);
    }
}
