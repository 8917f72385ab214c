package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.Replays;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayOrderTest {
    private final ReplayFixture shop = new ReplayFixture(
            new InMemoryDeadLetterStore(InstantSource.system()), chosen -> chosen.ordered("payments"));

    @AfterEach
    void close() {
        shop.close();
    }

    /** So many letters of each of these keys, one key after the other again and again. */
    private List<LetterId> sequences(int each, String... keys) {
        List<LetterId> ids = new ArrayList<>();
        for (int i = 0; i < each; i++)
            for (String key : keys)
                ids.add(shop.redrive
                        .capture(FailedMessage.of(
                                "payments", Message.of(key + i).withKey(key), new IllegalStateException("what?")))
                        .id());
        return ids;
    }

    private List<String> arrivedOf(String key) {
        return shop.arrived.stream().filter(payload -> payload.startsWith(key)).toList();
    }

    private static List<String> inOrder(String key, int count) {
        return ReplayFixture.numbers(0, count).stream().map(n -> key + n).toList();
    }

    @Test
    void letters_of_one_key_go_out_in_order() {
        sequences(40, "a", "b", "c");

        Replay done = shop.run(ReplayFixture.all());

        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(120);
        for (String key : List.of("a", "b", "c")) assertThat(arrivedOf(key)).isEqualTo(inOrder(key, 40));
    }

    @Test
    void newest_first_still_keeps_the_order_of_a_sequence() {
        sequences(25, "a", "b");
        Selection newestFirst = new Selection.ByFilter(Filter.all(), Query.Sort.CREATED_AT, Query.Direction.DESC);

        Replay done = shop.run(PlanRequest.of(newestFirst));

        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(50);
        assertThat(arrivedOf("a")).isEqualTo(inOrder("a", 25));
        assertThat(arrivedOf("b")).isEqualTo(inOrder("b", 25));
    }

    @Test
    void behind_a_letter_that_fails_nothing_of_its_sequence_goes_out() {
        List<LetterId> ids = sequences(5, "a", "b");
        shop.when(payload -> {
            if (payload.equals("a1")) throw new IllegalStateException("still broken");
        });

        Replay done = shop.run(ReplayFixture.all());

        assertThat(arrivedOf("a")).containsExactly("a0");
        assertThat(arrivedOf("b")).isEqualTo(inOrder("b", 5));
        assertThat(done.progress().count(LineState.FAILED)).isEqualTo(1);
        assertThat(done.progress().count(LineState.SKIPPED)).isEqualTo(3);
        assertThat(shop.why(done.id(), ids.get(6)))
                .isEqualTo("letter " + ids.get(2) + " comes before it and is not resolved");
        assertThat(shop.letter(ids.get(6)).attempts()).isEmpty();
    }

    @Test
    void a_letter_behind_one_that_is_not_in_the_replay_is_skipped() {
        List<LetterId> ids = sequences(2, "a");

        Replay done = shop.await(
                shop.start(PlanRequest.of(new Selection.ByIds(List.of(ids.get(1)))))
                        .id(),
                ReplayState.FAILED);

        assertThat(shop.why(done.id(), ids.get(1)))
                .isEqualTo("letter " + ids.get(0) + " comes before it and is not in this replay");
    }

    @Test
    void letters_that_a_broker_has_are_followed_until_they_are_confirmed_or_come_back() {
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(InstantSource.system());
        try (Redrive redrive = Redrive.on(store).open()) {
            List<LetterId> ids = new ArrayList<>();
            for (int i = 0; i < 3; i++)
                ids.add(redrive.capture(FailedMessage.of("orders", Message.of("" + i), new IllegalStateException("?")))
                        .id());
            Set<LetterId> known = ConcurrentHashMap.newKeySet();
            Target broker = letter -> {
                if (!known.add(letter.id())) throw new IllegalStateException("not again");
                return new Target.Delivery.Sent("orders-0@" + letter.id());
            };
            redrive.send("orders", broker, TargetOptions.defaults());
            Replays replays = redrive.replays();
            ReplayId id = replays.plan(ReplayFixture.all()).id();
            replays.command(id, ReplayState.Command.START, null);
            Await.until(() -> replays.find(id).orElseThrow().state() == ReplayState.DONE);
            Replay sent = replays.find(id).orElseThrow();

            redrive.letters().move(ids.get(0), ManualMove.confirm("anna"));
            redrive.letters().move(ids.get(1), ManualMove.reset("anna"));
            Await.until(() ->
                    states(store, id, ids).equals(List.of(LineState.RESOLVED, LineState.CAME_BACK, LineState.SENT)));

            assertThat(sent.progress().count(LineState.SENT)).isEqualTo(3);
            assertThat(sent.reason()).startsWith("3 of its letters were sent");
            assertThat(redrive.letters().find(ids.get(2)).orElseThrow().status())
                    .isEqualTo(LetterStatus.REPLAYED);
        }
    }

    @Test
    void a_letter_that_waits_behind_one_settled_a_moment_ago_goes_out_once() {
        List<Long> resolved = new CopyOnWriteArrayList<>();
        Consumer<RedriveEvent> count = event -> {
            if (event instanceof RedriveEvent.ReplayMarked marked)
                resolved.add(marked.lines().getOrDefault(LineState.RESOLVED, 0L));
        };
        try (Redrive redrive =
                Redrive.on(new LateAnswers()).ordered("payments").listen(count).open()) {
            for (int i = 0; i < 3; i++)
                redrive.capture(FailedMessage.of(
                        "payments", Message.of("" + i).withKey("a"), new IllegalStateException("what?")));
            redrive.handle("payments", letter -> {});
            Replays replays = redrive.replays();
            ReplayId id = replays.plan(
                            ReplayFixture.all().with(Brakes.defaults().batchSize(2)))
                    .id();

            replays.command(id, ReplayState.Command.START, null);
            Await.until(() -> replays.find(id).orElseThrow().state() == ReplayState.DONE);

            assertThat(resolved.stream().mapToLong(Long::longValue).sum()).isEqualTo(3);
        }
    }

    /** The second claim comes when the first letter is settled, and before the result of the store is returned. */
    private static final class LateAnswers extends ForwardingStore {
        private final AtomicInteger claims = new AtomicInteger();
        private final CountDownLatch settled = new CountDownLatch(1);
        private final CountDownLatch claimed = new CountDownLatch(1);

        LateAnswers() {
            super(new InMemoryDeadLetterStore(InstantSource.system()));
        }

        @Override
        public List<ClaimResult> claimExpected(
                List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
            boolean isSecond = claims.incrementAndGet() == 2;
            if (isSecond) Await.countedDown(settled);
            List<ClaimResult> results = super.claimExpected(expected, worker, leaseTime, maxBytes);
            if (isSecond) claimed.countDown();
            return results;
        }

        @Override
        public List<SettleResult> settle(List<Settlement> settlements) {
            List<SettleResult> answers = super.settle(settlements);
            settled.countDown();
            Await.countedDown(claimed);
            return answers;
        }
    }

    private static List<LineState> states(InMemoryDeadLetterStore store, ReplayId id, List<LetterId> letters) {
        return letters.stream()
                .map(letter -> store.replays().line(id, letter).orElseThrow().state())
                .toList();
    }
}
