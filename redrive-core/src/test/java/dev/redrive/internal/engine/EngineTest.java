package dev.redrive.internal.engine;

import static dev.redrive.internal.engine.OneThreadEngine.Setup.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

    private static List<Attempt.Result> results(DeadLetter letter) {
        return letter.attempts().stream().map(Attempt::result).toList();
    }

    // What becomes of a letter

    @Test
    void a_letter_that_its_handler_takes_is_resolved() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter().saying("hello"));
        List<String> seen = new ArrayList<>();
        on.handle("orders", letter -> seen.add(letter.payload().text()));

        on.turn();

        DeadLetter letter = on.found(id);
        assertThat(seen).containsExactly("hello");
        assertThat(letter.status()).isEqualTo(LetterStatus.RESOLVED);
        assertThat(letter.state().resolution())
                .isEqualTo(new Resolution(clock.instant(), Resolution.How.AUTOMATIC_RETRY, null, null));
        assertThat(results(letter)).containsExactly(Attempt.Result.SUCCEEDED);
        assertThat(letter.attempts().get(0).worker()).isEqualTo("worker-1");
        assertThat(letter.attempts().get(0).strategy()).isEqualTo("exponential");
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void a_letter_that_a_broker_took_is_replayed_and_not_resolved() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.send("orders", letter -> new Target.Delivery.Sent("orders-0@42"), TargetOptions.defaults());

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(results(on.found(id))).containsExactly(Attempt.Result.SENT);
    }

    @Test
    void a_transient_failure_is_tried_again_ever_later_until_its_retries_are_used_up() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter().retries(0, 5));
        on.handle("orders", OneThreadEngine.TIMES_OUT);
        List<Long> pauses = new ArrayList<>();

        on.turn();
        while (on.status(id) == LetterStatus.PENDING) {
            Duration pause = Duration.between(clock.instant(), OneThreadEngine.due(on.found(id)));
            pauses.add(pause.toSeconds());
            clock.forward(pause.minusMillis(1));
            on.turn();
            assertThat(on.status(id)).as("a moment before it is due").isEqualTo(LetterStatus.PENDING);
            clock.forward(Duration.ofMillis(1));
            on.turn();
        }

        assertThat(pauses).containsExactly(2L, 4L, 8L, 16L);
        assertThat(on.status(id)).isEqualTo(LetterStatus.FAILED);
        assertThat(on.found(id).retryCount()).isEqualTo(5);
        assertThat(on.found(id).attempts()).hasSize(5);
    }

    @Test
    void what_a_failed_attempt_says_of_its_error_is_cut_and_kept_whole() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new SQLException("no", "S".repeat(300));
        });

        on.turn();

        Failure failure = on.found(id).lastFailure();
        assertThat(failure.code()).isEqualTo("S".repeat(254) + "…");
        assertThat(failure.context().text()).isEqualTo("{\"redriveCut\":{\"code\":\"" + "S".repeat(300) + "\"}}");
    }

    @Test
    void a_permanent_failure_is_final_at_once() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new IllegalArgumentException("order has no lines");
        });

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.FAILED);
        assertThat(on.found(id).attempts()).hasSize(1);
        assertThat(on.found(id).lastFailure().category()).isEqualTo(Category.VALIDATION);
        assertThat(on.found(id).lastFailure().message()).isEqualTo("order has no lines");
        assertThat(on.found(id).failure().category()).isEqualTo(Category.TIMEOUT);
    }

    @Test
    void an_unknown_failure_waits_for_a_person() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new IllegalStateException("what is this?");
        });

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void a_target_that_answers_nothing_has_not_done_the_work() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.send("orders", nothing(), TargetOptions.defaults());

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.MANUAL);
        assertThat(results(on.found(id))).containsExactly(Attempt.Result.FAILED);
    }

    @SuppressWarnings("NullAway") // a target written in another language, or without null checks
    private static Target nothing() {
        return letter -> null;
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, OutOfMemoryError.class, AssertionError.class})
    void an_error_in_a_handler_fails_the_attempt_and_the_engine_goes_on(Class<? extends Error> type) throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId poison = on.captured(on.aLetter().saying("poison"));
        LetterId good = on.captured(on.aLetter().saying("good"));
        Error error = type.getConstructor().newInstance();
        on.handle("orders", letter -> {
            if (letter.payload().text().equals("poison")) throw error;
        });

        on.turn();

        assertThat(on.status(good)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(results(on.found(poison))).containsExactly(Attempt.Result.FAILED);
        assertThat(on.found(poison).lastFailure().type()).isEqualTo(type.getName());
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void an_attempt_is_counted_when_it_starts() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        List<Integer> counted = new ArrayList<>();
        on.handle("orders", letter -> counted.add(on.found(id).retryCount()));

        on.turn();

        assertThat(counted).containsExactly(1);
    }

    @Test
    void a_thousand_attempts_count_to_a_thousand() throws Exception {
        Policies atOnce = new Policies(List.of(Policy.of(Match.any(), new Ladder(List.of(Duration.ZERO)))));
        OneThreadEngine on = new OneThreadEngine(store, plain().with(atOnce));
        LetterId id = on.captured(on.aLetter().retries(0, 1000));
        on.send("orders", Target.of(OneThreadEngine.TIMES_OUT), neverOpens());

        for (int i = 0; i < 1001; i++) on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.FAILED);
        assertThat(on.found(id).retryCount()).isEqualTo(1000);
        assertThat(on.found(id).attempts()).hasSize(1000);
    }

    private static TargetOptions neverOpens() {
        return TargetOptions.defaults().with(new TargetOptions.CircuitOptions(5000, 5000, 1, SECOND, 1));
    }

    @Test
    void the_idempotency_key_is_the_same_at_every_attempt() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        List<String> keys = new ArrayList<>();
        on.handle("orders", letter -> {
            keys.add(letter.idempotencyKey());
            OneThreadEngine.TIMES_OUT.handle(letter);
        });

        for (int i = 0; i < 5; i++) {
            on.turn();
            clock.forward(Duration.ofMinutes(1));
        }

        assertThat(keys).hasSize(5).containsOnly("redrive-" + id);
    }

    // Leases and bad days

    @Test
    void a_settlement_that_the_store_did_not_take_is_repeated() throws Exception {
        AtomicInteger failures = new AtomicInteger(1);
        ForwardingStore shaky = new ForwardingStore(store) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                if (failures.getAndDecrement() > 0) throw new StoreUnavailable("gone", new Exception("no route"));
                return super.settle(settlements);
            }
        };
        OneThreadEngine on = new OneThreadEngine(shaky);
        List<LetterId> ids = on.captured(3);
        AtomicInteger calls = new AtomicInteger();
        on.handle("orders", letter -> calls.incrementAndGet());

        on.engine.claimOnce();
        assertThatThrownBy(on::settle).isInstanceOf(StoreUnavailable.class);
        assertThat(on.engine.attempts().isEmpty()).isFalse();
        on.settle();

        assertThat(calls).hasValue(3);
        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED));
        assertThat(on.published).hasSize(3);
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void a_worker_that_lost_its_lease_reports_it_and_changes_nothing() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            clock.forward(LEASE);
            store.claim(ClaimRequest.of("other", 1, LEASE));
        });

        on.turn();

        assertThat(on.published).containsExactly(new RedriveEvent.LeaseLost(id));
        assertThat(on.status(id)).isEqualTo(LetterStatus.RETRYING);
        assertThat(on.found(id).state().lockedBy()).isEqualTo("other");
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void the_leases_of_claimed_letters_are_renewed() throws Exception {
        Queue<Runnable> waiting = new ArrayDeque<>();
        OneThreadEngine on = new OneThreadEngine(store, plain().with(waiting::add));
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {});
        on.engine.claimOnce();

        for (int i = 0; i < 5; i++) {
            clock.forward(LEASE.minus(SECOND));
            on.engine.attempts().renewLeases();
        }
        List<?> stolen = store.claim(ClaimRequest.of("other", 1, LEASE));
        waiting.forEach(Runnable::run);
        on.settle();

        assertThat(stolen).isEmpty();
        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void what_no_worker_has_started_is_given_back_unspent_and_never_started() throws Exception {
        Queue<Runnable> waiting = new ArrayDeque<>();
        OneThreadEngine on = new OneThreadEngine(store, plain().with(waiting::add));
        LetterId id = on.captured(on.aLetter());
        AtomicInteger calls = new AtomicInteger();
        on.handle("orders", letter -> calls.incrementAndGet());
        on.engine.claimOnce();

        on.engine.attempts().recallWaiting();
        waiting.forEach(Runnable::run);
        on.settle();

        assertThat(calls).hasValue(0);
        assertThat(on.status(id)).isEqualTo(LetterStatus.PENDING);
        assertThat(on.found(id).retryCount()).isZero();
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void events_are_published_in_the_order_in_which_they_happened() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        AtomicBoolean down = new AtomicBoolean(true);
        on.handle("orders", letter -> {
            if (down.get()) OneThreadEngine.TIMES_OUT.handle(letter);
        });

        on.turn();
        down.set(false);
        clock.forward(Duration.ofSeconds(2));
        on.turn();

        assertThat(on.published).hasSize(2).allMatch(RedriveEvent.Attempted.class::isInstance);
        RedriveEvent.Attempted first = (RedriveEvent.Attempted) on.published.get(0);
        RedriveEvent.Attempted second = (RedriveEvent.Attempted) on.published.get(1);
        assertThat(first)
                .isEqualTo(new RedriveEvent.Attempted(
                        id,
                        "orders",
                        Attempt.Result.FAILED,
                        LetterStatus.PENDING,
                        1,
                        first.took(),
                        "java.net.SocketTimeoutException",
                        id.toString()));
        assertThat(second)
                .isEqualTo(new RedriveEvent.Attempted(
                        id,
                        "orders",
                        Attempt.Result.SUCCEEDED,
                        LetterStatus.RESOLVED,
                        2,
                        second.took(),
                        null,
                        id.toString()));
    }

    @Test
    void a_failing_listener_does_not_affect_others() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        on.events.listen(event -> {
            throw new IllegalStateException("a bad listener");
        });
        List<RedriveEvent> after = new ArrayList<>();
        on.events.listen(after::add);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {});

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(after).isEqualTo(on.published).hasSize(1);
    }

    // Memory

    @Test
    void large_letters_that_come_after_small_ones_are_claimed_as_far_as_they_fit_into_memory()
            throws InterruptedException {
        List<Runnable> waiting = new ArrayList<>();
        Executor workers = waiting::add;
        OneThreadEngine on = new OneThreadEngine(
                store, plain().with(new PayloadBudget(300_000)).with(workers));
        on.handle("orders", letter -> {});
        for (int i = 0; i < 100; i++) on.captured(on.aLetter().saying("small"));
        for (int i = 0; i < 10; i++) {
            on.engine.claimOnce();
            List.copyOf(waiting).forEach(Runnable::run);
            waiting.clear();
            on.settle();
        }
        for (int i = 0; i < 100; i++) on.captured(on.aLetter().saying("x".repeat(30_000)));

        on.engine.claimOnce();
        long first = on.engine.attempts().bytes();
        for (int i = 0; i < 10; i++) on.engine.claimOnce();

        assertThat(first).as("a third of the budget").isEqualTo(90_000);
        assertThat(on.engine.attempts().bytes()).as("and one letter more").isEqualTo(120_000);
    }
}
