package dev.redrive.engine;

import static dev.redrive.engine.OneThreadEngine.Setup.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.policy.Conditional;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    private static void timeOut(DeadLetter letter) throws SocketTimeoutException {
        throw new SocketTimeoutException("Read timed out");
    }

    private static Instant due(DeadLetter letter) {
        return Objects.requireNonNull(letter.state().nextRetryAt());
    }

    private static List<Attempt.Result> results(DeadLetter letter) {
        return letter.attempts().stream().map(Attempt::result).toList();
    }

    // Not now

    @Test
    void a_target_that_takes_nothing_yet_costs_no_attempt_and_is_left_alone_for_a_while() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<LetterId> ids = on.captured(3);
        AtomicBoolean open = new AtomicBoolean();
        AtomicInteger asked = new AtomicInteger();
        Target target = letter -> {
            asked.incrementAndGet();
            return open.get()
                    ? new Target.Delivery.Done()
                    : new Target.Delivery.NotNow(SECOND, "the topics are not known");
        };
        on.send("orders", target, TargetOptions.defaults());

        on.turn();
        on.turn();

        DeadLetter letter = on.found(ids.get(0));
        assertThat(asked).hasValue(3);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.retryCount()).isZero();
        assertThat(letter.attempts()).isEmpty();
        assertThat(due(letter)).isEqualTo(clock.instant().plus(SECOND));

        open.set(true);
        clock.forward(SECOND);
        on.turn();

        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED));
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
        on.handle("orders", EngineTest::timeOut);
        List<Long> pauses = new ArrayList<>();

        on.turn();
        while (on.status(id) == LetterStatus.PENDING) {
            Duration pause = Duration.between(clock.instant(), due(on.found(id)));
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
    void a_failure_that_nobody_knows_waits_for_a_person() throws Exception {
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
        on.send("orders", Target.of(EngineTest::timeOut), neverOpens());

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
            timeOut(letter);
        });

        for (int i = 0; i < 5; i++) {
            on.turn();
            clock.forward(Duration.ofMinutes(1));
        }

        assertThat(keys).hasSize(5).containsOnly("redrive-" + id);
    }

    // When it is tried again

    @Test
    void a_target_that_wants_to_be_left_alone_is_left_alone() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        RejectedByTarget busy = new RejectedByTarget(503, Duration.ofMinutes(10), "maintenance");
        on.handle("orders", letter -> {
            throw new RuntimeException("call failed", busy);
        });

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.PENDING);
        assertThat(due(on.found(id))).isEqualTo(clock.instant().plus(Duration.ofMinutes(10)));
    }

    @Test
    void a_short_retry_after_does_not_make_the_pause_shorter() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new RejectedByTarget(503, Duration.ofMillis(1), "soon");
        });

        on.turn();

        assertThat(due(on.found(id))).isEqualTo(clock.instant().plusSeconds(2));
    }

    @Test
    void a_rate_limit_is_tried_again_in_the_quiet_hours() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new RejectedByTarget(429, null, "too many requests");
        });

        on.turn();

        assertThat(clock.instant()).isEqualTo("2026-03-02T10:00:00Z");
        assertThat(due(on.found(id))).isEqualTo("2026-03-03T02:00:00Z");
    }

    @Test
    void a_rate_limit_that_lasts_beyond_the_quiet_hours_is_honoured() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new RejectedByTarget(429, Duration.ofHours(20), "come back tomorrow");
        });

        on.turn();

        assertThat(due(on.found(id))).isEqualTo("2026-03-03T06:00:00Z");
    }

    private static final class Measured implements HostLoad {
        private double load;

        @Override
        public double cpuLoad() {
            return load;
        }

        @Override
        public double memoryUse() {
            return 0.1;
        }

        @Override
        public boolean databaseConnectionsAvailable() {
            return true;
        }
    }

    @Test
    void while_the_machine_is_busy_a_conditional_letter_waits_without_spending_retries() throws Exception {
        Measured hostLoad = new Measured();
        Policies conditional = new Policies(List.of(Policy.of(Match.any(), Conditional.defaults())));
        OneThreadEngine on =
                new OneThreadEngine(store, plain().with(conditional).with(hostLoad));
        LetterId id = on.captured(on.aLetter());
        AtomicInteger calls = new AtomicInteger();
        on.handle("orders", letter -> calls.incrementAndGet());

        hostLoad.load = 0.95;
        on.turn();
        DeadLetter waiting = on.found(id);
        clock.forward(LEASE);
        hostLoad.load = 0.1;
        on.turn();

        assertThat(waiting.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(waiting.retryCount()).isZero();
        assertThat(waiting.attempts()).isEmpty();
        assertThat(due(waiting)).isEqualTo(clock.instant());
        assertThat(calls).hasValue(1);
        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void the_engine_knows_how_long_nothing_is_due() {
        OneThreadEngine on = new OneThreadEngine(store);
        on.captured(on.aLetter().due(clock.instant().plusSeconds(7)));
        on.handle("orders", letter -> {});

        Duration pause = on.engine.claimOnce();

        assertThat(pause).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7010));
    }

    @Test
    void with_nothing_to_do_the_engine_looks_again_at_the_next_tick() {
        OneThreadEngine on = new OneThreadEngine(store);
        on.handle("orders", letter -> {});

        assertThat(on.engine.claimOnce()).isEqualTo(Duration.ofSeconds(30));
    }

    // Brakes

    private static TargetOptions opensAfterFour() {
        return TargetOptions.defaults().with(new TargetOptions.CircuitOptions(4, 4, 0.5, Duration.ofSeconds(30), 1));
    }

    @Test
    void an_open_circuit_leaves_letters_waiting_and_unspent_until_a_probe_closes_it() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<LetterId> ids = on.captured(6);
        AtomicBoolean down = new AtomicBoolean(true);
        AtomicInteger calls = new AtomicInteger();
        Handler handler = letter -> {
            calls.incrementAndGet();
            if (down.get()) timeOut(letter);
        };
        on.send("orders", Target.of(handler), opensAfterFour());

        on.turn();
        assertThat(calls).hasValue(4);
        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.PENDING));
        assertThat(ids.stream().map(id -> on.found(id).retryCount())).containsExactly(1, 1, 1, 1, 0, 0);

        clock.forward(Duration.ofSeconds(29));
        on.turn();
        assertThat(calls).as("while it is open").hasValue(4);

        clock.forward(Duration.ofMillis(1001));
        down.set(false);
        on.turn();

        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED));
        assertThat(ids.stream().map(id -> on.found(id).retryCount())).containsExactly(2, 2, 2, 2, 1, 1);
        assertThat(circuits(on))
                .containsExactly(
                        RedriveEvent.Circuit.OPEN, RedriveEvent.Circuit.HALF_OPEN, RedriveEvent.Circuit.CLOSED);
    }

    private static List<RedriveEvent.Circuit> circuits(OneThreadEngine on) {
        return on.told.stream()
                .filter(RedriveEvent.CircuitChanged.class::isInstance)
                .map(event -> ((RedriveEvent.CircuitChanged) event).to())
                .toList();
    }

    @Test
    void a_probe_that_fails_opens_the_circuit_again() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<LetterId> ids = on.captured(6);
        on.send("orders", Target.of(EngineTest::timeOut), opensAfterFour());

        on.turn();
        clock.forward(Duration.ofMillis(30_001));
        on.turn();
        Duration pause = on.engine.claimOnce();

        assertThat(ids.stream().mapToInt(id -> on.found(id).retryCount()).sum()).isEqualTo(5);
        assertThat(pause).isEqualTo(Duration.ofSeconds(30));
        assertThat(circuits(on))
                .containsExactly(RedriveEvent.Circuit.OPEN, RedriveEvent.Circuit.HALF_OPEN, RedriveEvent.Circuit.OPEN);
    }

    @Test
    void other_channels_go_on_while_a_circuit_is_open() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        on.send("orders", Target.of(EngineTest::timeOut), opensAfterFour());
        on.handle("mails", letter -> {});
        on.captured(8);
        on.turn();

        LetterId order = on.captured(on.aLetter());
        LetterId mail = on.captured(on.aLetter().from("mails"));
        on.turn();

        assertThat(on.status(mail)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(on.status(order)).isEqualTo(LetterStatus.PENDING);
        assertThat(on.found(order).retryCount()).isZero();
    }

    @Test
    void letters_that_the_target_refuses_for_good_say_nothing_against_the_target() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<LetterId> ids = on.captured(8);
        Handler handler = letter -> {
            throw new IllegalArgumentException("order has no lines");
        };
        on.send("orders", Target.of(handler), opensAfterFour());

        on.turn();

        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.FAILED));
        assertThat(circuits(on)).isEmpty();
    }

    /** In real time, because the limiter is; only a lower bound, so a slow machine cannot fail it. */
    @Test
    void a_target_with_a_limit_gets_no_more_than_that() throws Exception {
        OneThreadEngine on = new OneThreadEngine(new InMemoryDeadLetterStore(InstantSource.system()));
        on.captured(60);
        AtomicInteger calls = new AtomicInteger();

        long started = System.nanoTime();
        on.send(
                "orders",
                Target.of(letter -> calls.incrementAndGet()),
                TargetOptions.defaults().perSecond(200));
        while (calls.get() < 60) on.turn();
        Duration took = Duration.ofNanos(System.nanoTime() - started);

        assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        assertThat(on.told).as("none was claimed in vain").noneMatch(RedriveEvent.Released.class::isInstance);
    }

    // Whose turn it is

    @Test
    void higher_priorities_go_first_and_then_older_letters() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<String> order = new ArrayList<>();
        on.handle("orders", letter -> order.add(letter.payload().text()));
        on.captured(on.aLetter().saying("normal 1"));
        on.captured(on.aLetter().saying("low").priority(Priority.LOW));
        on.captured(on.aLetter().saying("critical").priority(Priority.CRITICAL));
        on.captured(on.aLetter().saying("normal 2"));
        on.captured(on.aLetter().saying("high").priority(Priority.HIGH));

        on.turn();

        assertThat(order).containsExactly("critical", "high", "normal 1", "normal 2", "low");
    }

    @Test
    void a_low_letter_is_not_starved_by_urgent_ones_that_never_end() throws Exception {
        EngineOptions oneAtATime = new EngineOptions("worker-1", 1, 1, LEASE, LEASE, LEASE, LEASE);
        OneThreadEngine on = new OneThreadEngine(store, plain().with(oneAtATime));
        List<Priority> order = new ArrayList<>();
        on.handle("orders", letter -> order.add(letter.priority()));
        on.captured(on.aLetter().priority(Priority.LOW));
        for (int i = 0; i < 5; i++) on.captured(on.aLetter().priority(Priority.CRITICAL));

        for (int i = 0; i < 20; i++) {
            on.captured(on.aLetter().priority(Priority.CRITICAL));
            on.turn();
        }

        assertThat(order).hasSize(20).contains(Priority.LOW).startsWith(Priority.CRITICAL);
    }

    @Test
    void a_letter_of_a_channel_without_a_handler_is_left_alone() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId foreign = on.captured(on.aLetter().from("invoices"));
        LetterId own = on.captured(on.aLetter());
        DeadLetter before = on.found(foreign);
        on.handle("orders", letter -> {});

        clock.forward(SECOND);
        on.turn();

        assertThat(on.status(own)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(on.found(foreign)).isEqualTo(before);
    }

    @Test
    void the_first_handler_that_serves_a_channel_gets_its_letters() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<String> seen = new ArrayList<>();
        on.handle("payment.card", letter -> seen.add("card"));
        on.handle("payment.*", letter -> seen.add("payment"));
        on.handle("*", letter -> seen.add("any"));
        for (String channel : List.of("payment.card", "payment.sepa", "mails")) {
            on.captured(on.aLetter().from(channel));
        }

        on.turn();

        assertThat(seen).containsExactly("card", "payment", "any");
    }

    @Test
    void letters_of_a_sequence_go_one_after_the_other_also_when_one_fails() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        AtomicBoolean down = new AtomicBoolean(true);
        List<String> order = new ArrayList<>();
        on.handle("orders", letter -> {
            order.add(letter.payload().text());
            if (letter.payload().text().equals("a2") && down.get()) timeOut(letter);
        });
        on.captured(on.aLetter().saying("a1").inOrder("a"));
        on.captured(on.aLetter().saying("a2").inOrder("a"));
        LetterId last = on.captured(on.aLetter().saying("a3").inOrder("a"));
        on.captured(on.aLetter().saying("b1").inOrder("b"));

        for (int i = 0; i < 4; i++) on.turn();
        assertThat(order).containsExactly("a1", "b1", "a2");
        assertThat(on.found(last).blockedBy()).isPresent();

        down.set(false);
        clock.forward(Duration.ofSeconds(2));
        for (int i = 0; i < 3; i++) on.turn();

        assertThat(order).containsExactly("a1", "b1", "a2", "a2", "a3");
        assertThat(on.status(last)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_permanent_failure_holds_its_sequence() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        on.handle("orders", letter -> {
            throw new IllegalArgumentException("order has no lines");
        });
        LetterId first = on.captured(on.aLetter().inOrder("a"));
        LetterId second = on.captured(on.aLetter().inOrder("a"));

        for (int i = 0; i < 3; i++) on.turn();

        assertThat(on.status(first)).isEqualTo(LetterStatus.FAILED);
        assertThat(on.status(second)).isEqualTo(LetterStatus.PENDING);
        assertThat(on.found(second).blockedBy()).contains(first);
        assertThat(on.found(second).retryCount()).isZero();
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
        assertThat(on.told).hasSize(3);
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void a_worker_that_lost_its_lease_says_so_and_changes_nothing() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            clock.forward(LEASE);
            store.claim(ClaimRequest.of("other", 1, LEASE));
        });

        on.turn();

        assertThat(on.told).containsExactly(new RedriveEvent.LeaseLost(id));
        assertThat(on.status(id)).isEqualTo(LetterStatus.RETRYING);
        assertThat(on.found(id).state().lockedBy()).isEqualTo("other");
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    @Test
    void the_leases_of_letters_in_our_hands_are_renewed() throws Exception {
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
    void what_happened_is_told_in_the_order_in_which_it_happened() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        AtomicBoolean down = new AtomicBoolean(true);
        on.handle("orders", letter -> {
            if (down.get()) timeOut(letter);
        });

        on.turn();
        down.set(false);
        clock.forward(Duration.ofSeconds(2));
        on.turn();

        assertThat(on.told).hasSize(2).allMatch(RedriveEvent.Attempted.class::isInstance);
        RedriveEvent.Attempted first = (RedriveEvent.Attempted) on.told.get(0);
        RedriveEvent.Attempted second = (RedriveEvent.Attempted) on.told.get(1);
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
    void a_listener_that_fails_disturbs_nobody() throws Exception {
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
        assertThat(after).isEqualTo(on.told).hasSize(1);
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
