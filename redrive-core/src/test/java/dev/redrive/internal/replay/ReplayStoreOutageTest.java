package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Replays while their store is unavailable. */
class ReplayStoreOutageTest {
    @Test
    void a_store_that_is_away_for_a_moment_lets_no_letter_go_out_twice() {
        AtomicInteger failures = new AtomicInteger(1);
        ForwardingStore blinking = new ForwardingStore(ReplayFixture.memoryStore()) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                if (failures.getAndDecrement() > 0)
                    throw new StoreUnavailable("away for a moment", new IllegalStateException("no connection"));
                return super.settle(settlements);
            }
        };
        try (ReplayFixture shop = ReplayFixture.on(blinking)) {
            shop.letters(10);

            shop.run(ReplayFixture.all());

            assertThat(shop.arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(0, 10));
        }
    }

    @Test
    void what_is_being_sent_when_the_store_goes_away_is_settled_when_it_is_back() {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicBoolean away = new AtomicBoolean();
        HookedReplayBook book = new HookedReplayBook(ReplayFixture.memoryStore()) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                boolean putsBack = settlements.get(0).outcome() instanceof Settlement.PutBack;
                if (!putsBack) return super.settle(settlements);
                failed.countDown();
                throw new StoreUnavailable("away", new IllegalStateException("no connection"));
            }
        };
        book.before("find", () -> {
            if (Thread.currentThread().getName().startsWith("redrive-replay-") && away.get())
                throw new StoreUnavailable("away", new IllegalStateException("no connection"));
        });
        try (ReplayFixture shop = ReplayFixture.on(book)) {
            List<LetterId> ids = shop.letters(10);
            shop.when(payload -> {
                begun.countDown();
                failed.await();
            });
            shop.start(ReplayFixture.all().with(Brakes.defaults().concurrency(2)));
            Await.countedDown(begun);
            away.set(true);

            Await.until(() -> shop.resolved(ids) == 2);

            assertThat(shop.arrived).containsExactlyInAnyOrder("0", "1");
            assertThat(shop.letter(ids.get(0)).attempts()).hasSize(1);
        }
    }

    @Test
    void a_store_that_is_away_is_two_lines_of_the_log_for_all_replays_and_a_counter() {
        AtomicBoolean away = new AtomicBoolean();
        AtomicInteger counted = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(3);
        CountDownLatch gone = new CountDownLatch(1);
        HookedReplayBook book = new HookedReplayBook(ReplayFixture.memoryStore());
        Set<String> refused = ConcurrentHashMap.newKeySet();
        Runnable check = () -> {
            String thread = Thread.currentThread().getName();
            if (!thread.startsWith("redrive-replay") || !away.get()) return;
            refused.add(thread);
            throw new StoreUnavailable("away", new IllegalStateException("no connection"));
        };
        book.before("find", check).before("take", check);
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try (ReplayFixture shop = new ReplayFixture(
                book,
                choices -> choices.listen(event -> {
                    if (event.equals(new RedriveEvent.StoreFailed("replay"))) counted.incrementAndGet();
                }))) {
            shop.when(payload -> {
                begun.countDown();
                gone.await();
            });
            for (String channel : List.of("payments-a", "payments-b", "payments-c")) {
                shop.letters(channel, 2);
                Filter filter = Filter.builder().channel(channel).build();
                shop.start(PlanRequest.of(Selection.ByFilter.oldestFirst(filter))
                        .with(Brakes.defaults().concurrency(1)));
            }
            Await.countedDown(begun);

            away.set(true);
            Await.until(() -> refused.size() == 4);
            gone.countDown();
            Await.until(() -> counted.get() == 3);
            away.set(false);

            Await.until(() -> logged.toString(StandardCharsets.UTF_8).contains("can go on with replays"));
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("Replayer"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("WARN", "cannot go on with replays", "away"),
                        line -> assertThat(line).contains("INFO", "can go on with replays"));
    }

    @Test
    void letters_are_given_back_before_it_is_done() {
        AtomicInteger failures = new AtomicInteger(1);
        HookedReplayBook book = new HookedReplayBook(ReplayFixture.memoryStore());
        try (ReplayFixture shop = ReplayFixture.on(book)) {
            shop.letters(1);
            shop.when(payload -> {
                throw new IllegalStateException("still broken");
            });
            ReplayId first = shop.plan(ReplayFixture.all()).id();
            CountDownLatch tried = new CountDownLatch(1);
            book.before("release", () -> {
                tried.countDown();
                if (failures.getAndDecrement() > 0)
                    throw new StoreUnavailable("away for a moment", new IllegalStateException("no connection"));
            });

            shop.command(first, ReplayState.Command.START);
            Await.countedDown(tried);

            assertThat(shop.replay(first).state()).isEqualTo(ReplayState.RUNNING);
        }
    }
}
