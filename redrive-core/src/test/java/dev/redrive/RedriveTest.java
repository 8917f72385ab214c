package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.FailedMessage;
import dev.redrive.cause.CauseState;
import dev.redrive.classify.Rule;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.guard.GuardResult;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Move;
import dev.redrive.letter.Priority;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedriveTest {
    private final BlockingQueue<RedriveEvent> events = new LinkedBlockingQueue<>();

    private RedriveBuilder inMemory() {
        return Redrive.on(new InMemoryDeadLetterStore(InstantSource.system())).listen(events::add);
    }

    private static FailedMessage unknownFailure(String payload) {
        return FailedMessage.of("orders", Message.of(payload), new IllegalStateException("what is this?"));
    }

    private static LetterId captured(Redrive redrive, String payload) {
        return redrive.capture(unknownFailure(payload)).id();
    }

    private static LetterStatus status(Redrive redrive, LetterId id) {
        return redrive.letters().find(id).map(DeadLetter::status).orElseThrow();
    }

    private <E extends RedriveEvent> E await(Class<E> type) throws InterruptedException {
        return Await.next(type, events, Duration.ofSeconds(20));
    }

    private static final class Orders {
        final List<String> processed = new CopyOnWriteArrayList<>();
        final AtomicBoolean down = new AtomicBoolean(true);

        void process(String order) throws SocketTimeoutException {
            if (down.get()) throw new SocketTimeoutException("Read timed out");
            processed.add(order);
        }
    }

    @Test
    void a_message_that_failed_is_processed_when_the_trouble_is_over() throws Exception {
        Orders orders = new Orders();
        Policy soon = Policy.of(Match.any(), new Ladder(List.of(Duration.ofMillis(20))));
        try (Redrive redrive =
                Redrive.at("memory:").policy(soon).listen(events::add).open()) {
            redrive.handle("orders", letter -> orders.process(letter.payload().text()));

            GuardResult guarded = redrive.guard("orders").run("order 1", orders::process);
            RedriveEvent.Attempted failed = await(RedriveEvent.Attempted.class);
            orders.down.set(false);
            RedriveEvent.Attempted last = failed;
            while (last.status() == LetterStatus.PENDING) last = await(RedriveEvent.Attempted.class);

            assertThat(guarded).isEqualTo(new GuardResult.InQueue(failed.id()));
            assertThat(last.status()).isEqualTo(LetterStatus.RESOLVED);
            assertThat(orders.processed).containsExactly("order 1");
            assertThat(status(redrive, failed.id())).isEqualTo(LetterStatus.RESOLVED);
        }
    }

    @Test
    void the_plain_way_to_open_works() throws Exception {
        try (Redrive redrive = Redrive.open("memory:")) {
            GuardResult guarded = redrive.guard("orders").run("order 1", order -> {});

            assertThat(guarded).isEqualTo(new GuardResult.Processed(1));
            assertThat(redrive.letters().tallies().byStatus().total()).isZero();
        }
    }

    @Test
    void an_unknown_url_is_refused_with_what_is_known_and_without_the_password() {
        assertThatThrownBy(() -> Redrive.open("mysql://scott:tiger@db:3306/app"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mysql")
                .hasMessageContaining("sqlite:")
                .hasMessageContaining("postgresql://")
                .hasMessageContaining("memory:")
                .hasMessageNotContaining("tiger");
    }

    // Handlers with futures

    @Test
    void a_letter_of_an_asynchronous_handler_is_done_when_its_future_is() {
        try (Redrive redrive = inMemory().open()) {
            List<LetterStatus> meanwhile = new CopyOnWriteArrayList<>();
            redrive.handleAsync(
                    "orders", letter -> CompletableFuture.runAsync(() -> meanwhile.add(status(redrive, letter.id()))));
            LetterId id = captured(redrive, "order 1");

            redrive.letters().retry(id, "anna");

            assertThat(meanwhile).containsExactly(LetterStatus.RETRYING);
            assertThat(status(redrive, id)).isEqualTo(LetterStatus.RESOLVED);
        }
    }

    @Test
    void a_future_that_fails_is_a_failed_attempt_with_what_it_failed_with() {
        try (Redrive redrive = inMemory().open()) {
            redrive.handleAsync(
                    "orders", letter -> CompletableFuture.failedFuture(new SocketTimeoutException("Read timed out")));
            LetterId id = captured(redrive, "order 1");

            RetryResult result = redrive.letters().retry(id, "anna");

            assertThat(status(redrive, id)).isEqualTo(LetterStatus.PENDING);
            assertThat(((RetryResult.Tried) result).settlement().outcome())
                    .isInstanceOfSatisfying(
                            Settlement.Failed.class,
                            failed -> assertThat(failed.failure().type())
                                    .isEqualTo(SocketTimeoutException.class.getName()));
        }
    }

    private static CompletableFuture<String> later(DeadLetter letter) {
        return CompletableFuture.completedFuture(letter.channel());
    }

    /** A client whose methods are found through an interface. */
    private interface Client {
        Future<String> send(String payload);
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // which is what this is about
    void a_handler_that_lets_its_future_go_is_refused() {
        Client client = CompletableFuture::completedFuture;
        try (Redrive redrive = inMemory().open()) {
            List<ThrowingCallable> wrong = List.of(
                    () -> redrive.handle("orders", letter -> CompletableFuture.runAsync(() -> {})),
                    () -> redrive.handle("orders", letter -> later(letter)),
                    () -> redrive.handle("orders", RedriveTest::later),
                    () -> redrive.handle("orders", letter -> client.send("1"), TargetOptions.defaults()));

            assertThat(wrong)
                    .allSatisfy(use -> assertThatThrownBy(use)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("Future and does not wait for it")
                            .hasMessageContaining("handleAsync"));
            redrive.handle("sync", letter -> events.add(new RedriveEvent.LeaseLost(letter.id())));
            redrive.handle("waits", letter -> later(letter).get());
        }
    }

    @Test
    void a_second_handler_for_a_channel_is_refused() {
        try (Redrive redrive = inMemory().open()) {
            redrive.handle("orders", letter -> {});

            assertThatThrownBy(() -> redrive.handle("orders", letter -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("orders");
        }
    }

    @Test
    void a_handler_in_a_transaction_needs_a_store_that_has_them() {
        try (Redrive redrive = inMemory().open()) {
            assertThatThrownBy(() -> redrive.handleTransactionally("orders", (letter, connection) -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("SQLite or PostgreSQL");
        }
    }

    @Test
    void what_was_chosen_is_used() {
        try (Redrive redrive = inMemory()
                .classify(Rule.to(Category.VALIDATION).errorType("*IllegalState*"))
                .ordered("orders")
                .maxPayloadBytes(10)
                .open()) {
            DeadLetter letter =
                    redrive.letters().find(captured(redrive, "small")).orElseThrow();

            assertThat(letter.failure().category()).isEqualTo(Category.VALIDATION);
            assertThat(letter.ordered()).isTrue();
            assertThatThrownBy(() -> captured(redrive, "far too large")).hasMessageContaining("10");
        }
    }

    // Letters

    @Test
    void a_bulk_move_moves_what_the_filter_selects_and_publishes_every_letter() {
        try (Redrive redrive = inMemory().open()) {
            List<LetterId> meant = redrive
                    .captureAll(IntStream.range(0, 1234)
                            .mapToObj(i -> unknownFailure("order " + i).tagged("bad"))
                            .toList())
                    .stream()
                    .map(CaptureResult::id)
                    .toList();
            LetterId other = captured(redrive, "another");
            redrive.letters().move(meant.get(0), ManualMove.discard("ana", null));
            events.clear();

            Letters.Bulk bulk = redrive.letters()
                    .moveAll(Filter.builder().tag("bad").build(), ManualMove.archive("ana", "known bug"));

            List<LetterId> moved = new ArrayList<>();
            for (RedriveEvent event : events) moved.addAll(((RedriveEvent.Moved) event).ids());
            assertThat(bulk).isEqualTo(new Letters.Bulk(1233, 1));
            assertThat(moved).containsExactlyElementsOf(meant.subList(1, 1234));
            assertThat(events).hasSizeGreaterThan(1);
            assertThat(status(redrive, other)).isEqualTo(LetterStatus.MANUAL);
        }
    }

    @Test
    void a_bulk_move_publishes_one_event_for_each_channel() {
        try (Redrive redrive = inMemory().open()) {
            LetterId first = captured(redrive, "order 1");
            LetterId paid = redrive.capture(FailedMessage.of(
                            "payments", Message.of("7 EUR"), new IllegalStateException("what is this?")))
                    .id();
            LetterId second = captured(redrive, "order 2");
            events.clear();

            redrive.letters().moveAll(Filter.all(), ManualMove.archive("ana", null));

            assertThat(events)
                    .containsExactly(
                            new RedriveEvent.Moved("orders", List.of(first, second), Move.ARCHIVE, "ana"),
                            new RedriveEvent.Moved("payments", List.of(paid), Move.ARCHIVE, "ana"));
        }
    }

    @Test
    void every_decision_publishes_an_event() {
        try (Redrive redrive = inMemory().open()) {
            Letters letters = redrive.letters();
            LetterId id = captured(redrive, "order");
            DeadLetter letter = letters.find(id).orElseThrow();
            events.clear();

            EditResult edited = letters.edit(id, 0, Edit.priority(Priority.HIGH, "ana"));
            MoveResult archived = letters.move(id, ManualMove.archive("ana", "done by hand"));
            boolean decided = letters.decide(letter.cause(), CauseState.ACKNOWLEDGED, "ana");
            DeleteResult removed = letters.delete(id, "ana");

            assertThat(edited).isEqualTo(new EditResult.As(1));
            assertThat(archived).isEqualTo(new MoveResult.To("orders", LetterStatus.MANUAL, LetterStatus.ARCHIVED));
            assertThat(decided).isTrue();
            assertThat(removed).isEqualTo(new DeleteResult.Gone());
            assertThat(events)
                    .containsExactly(
                            new RedriveEvent.Edited(id, 1, "ana"),
                            new RedriveEvent.Moved("orders", List.of(id), Move.ARCHIVE, "ana"),
                            new RedriveEvent.CauseChanged(letter.cause(), CauseState.ACKNOWLEDGED, "ana"),
                            new RedriveEvent.Deleted(id, "ana"));
        }
    }

    @Test
    void what_was_refused_publishes_no_event() {
        try (Redrive redrive = inMemory().open()) {
            Letters letters = redrive.letters();
            LetterId id = captured(redrive, "order");
            events.clear();

            MoveResult confirmed = letters.move(id, ManualMove.confirm("ana"));
            EditResult outdated = letters.edit(id, 7, Edit.priority(Priority.HIGH, "ana"));
            DeleteResult missing = letters.delete(LetterId.firstAt(id.createdAt()), "ana");

            assertThat(confirmed).isEqualTo(new MoveResult.NotAllowed(LetterStatus.MANUAL, null));
            assertThat(outdated).isEqualTo(new EditResult.Outdated(0));
            assertThat(missing).isEqualTo(new DeleteResult.NoSuchLetter());
            assertThat(events).isEmpty();
        }
    }

    @Test
    void a_letter_is_retried_manually() throws Exception {
        try (Redrive redrive = inMemory().open()) {
            LetterId id = captured(redrive, "order");
            redrive.handle("orders", letter -> {});

            RetryResult result = redrive.letters().retry(id, "ana");

            assertThat(((RetryResult.Tried) result).status()).isEqualTo(LetterStatus.RESOLVED);
            assertThat(await(RedriveEvent.Attempted.class).id()).isEqualTo(id);
        }
    }

    @Test
    void a_requeued_letter_is_tried_without_waiting_for_the_tick() throws Exception {
        CountDownLatch looked = new CountDownLatch(2);
        ForwardingStore watched = new ForwardingStore(new InMemoryDeadLetterStore(InstantSource.system())) {
            @Override
            public Optional<Instant> nextDue(Optional<Set<String>> channels) {
                looked.countDown();
                return super.nextDue(channels);
            }
        };
        try (Redrive redrive = Redrive.on(watched).listen(events::add).open()) {
            LetterId id = captured(redrive, "order");
            redrive.handle("orders", letter -> {});
            looked.await();

            redrive.letters().move(id, ManualMove.reset("ana"));

            assertThat(await(RedriveEvent.Attempted.class).id()).isEqualTo(id);
            assertThat(status(redrive, id)).isEqualTo(LetterStatus.RESOLVED);
        }
    }

    @Test
    void letters_of_one_bug_are_one_cause_with_samples() {
        try (Redrive redrive = inMemory().open()) {
            redrive.captureAll(IntStream.range(0, 5)
                    .mapToObj(i -> unknownFailure("order " + i))
                    .toList());

            var causes = redrive.letters().causes(CauseQuery.top(10));

            assertThat(causes).hasSize(1);
            assertThat(causes.get(0).counts().open()).isEqualTo(5);
            assertThat(redrive.letters().samples(causes.get(0).id(), 3)).hasSize(3);
        }
    }
}
