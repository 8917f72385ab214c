package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.engine.EngineOptions;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.testing.Await;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nothing sleeps: tests wait for events, and far longer than they ever should. */
class EngineThreadsTest extends RunningEngine {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private LetterId captured(LetterBuilder letter) {
        NewLetter made = letter.build();
        store.capture(List.of(made));
        engine.captured(made.channel());
        return made.id();
    }

    /** Well below the 30 seconds of the tick, so that the tick cannot be mistaken for a wake-up. */
    private <E extends RedriveEvent> E await(Class<E> type) throws InterruptedException {
        return Await.next(type, published, Duration.ofSeconds(20));
    }

    /** Waits, also when it is interrupted. */
    private static void hangOn(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // that is what hanging means
            }
        }
    }

    // Awake in time

    @Test
    void a_captured_letter_is_tried_without_waiting_for_the_tick() throws Exception {
        handle(letter -> {});
        await(captured(aLetter()), LetterStatus.RESOLVED);

        LetterId second = captured(aLetter());

        await(second, LetterStatus.RESOLVED);
    }

    private void await(LetterId id, LetterStatus status) throws InterruptedException {
        RedriveEvent.Attempted attempted = await(RedriveEvent.Attempted.class);
        assertThat(attempted.id()).isEqualTo(id);
        assertThat(attempted.status()).isEqualTo(status);
        assertThat(found(id).status()).isEqualTo(status);
    }

    @Test
    void a_letter_that_is_due_later_wakes_the_engine_by_itself() throws Exception {
        handle(letter -> {});
        LetterId id = captured(aLetter().due(store.clock().instant().plusMillis(150)));

        await(id, LetterStatus.RESOLVED);

        Attempt attempt = found(id).attempts().get(0);
        assertThat(attempt.startedAt()).isAfterOrEqualTo(id.createdAt().plusMillis(150));
    }

    @Test
    void many_letters_are_worked_on_by_many_workers_each_once() throws Exception {
        engine.close();
        engine = engine(store, EngineOptions.defaults("node-1"));
        AtomicInteger calls = new AtomicInteger();
        List<NewLetter> letters =
                IntStream.range(0, 2000).mapToObj(i -> aLetter().build()).toList();
        store.capture(letters);

        handle(letter -> calls.incrementAndGet());
        for (int i = 0; i < 2000; i++) await(RedriveEvent.Attempted.class);

        assertThat(calls).hasValue(2000);
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(2000);
    }

    @Test
    void a_store_that_is_away_for_a_moment_stops_nothing() throws Exception {
        AtomicInteger failures = new AtomicInteger(3);
        ForwardingStore shaky = new ForwardingStore(store) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                if (failures.getAndDecrement() > 0) throw new StoreUnavailable("gone", new Exception("no route"));
                return super.settle(settlements);
            }
        };
        engine.close();
        engine = engine(shaky, ONE_WORKER);
        AtomicInteger calls = new AtomicInteger();
        handle(letter -> calls.incrementAndGet());

        LetterId id = captured(aLetter());

        await(id, LetterStatus.RESOLVED);
        assertThat(calls).hasValue(1);
    }

    // Stop

    /** With room for two, so that one runs, one waits for the worker, and two were never claimed. */
    @Test
    void close_finishes_what_runs_and_gives_back_what_waits() throws Exception {
        engine.close();
        engine = engine(store, new EngineOptions("node-1", 1, 2, MINUTE, MINUTE, MINUTE, MINUTE));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        LetterId running = captured(aLetter());
        List<LetterId> others = List.of(captured(aLetter()), captured(aLetter()), captured(aLetter()));
        handle(letter -> {
            started.countDown();
            release.await();
        });
        started.await();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(engine::close);
        await(RedriveEvent.Released.class);
        assertThat(closing).isNotDone();
        release.countDown();
        closing.get(20, TimeUnit.SECONDS);

        assertThat(found(running).status()).isEqualTo(LetterStatus.RESOLVED);
        assertThat(others).allSatisfy(id -> {
            assertThat(found(id).status()).isEqualTo(LetterStatus.PENDING);
            assertThat(found(id).retryCount()).isZero();
        });
    }

    @Test
    void a_second_close_is_fine_and_so_is_one_before_the_first_handler() {
        engine.close();
        engine.close();
        engine = engine(store, ONE_WORKER);
        handle(letter -> {});

        engine.close();
        engine.close();

        assertThatThrownBy(() -> handle(letter -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_handler_that_does_not_end_is_interrupted_when_the_grace_is_over() throws Exception {
        engine.close();
        engine = engine(store, ONE_WORKER.stopGrace(Duration.ofMillis(50)));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        LetterId id = captured(aLetter());
        handle(letter -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw new SocketTimeoutException("stopped while reading");
            }
        });
        started.await();

        engine.close();

        assertThat(interrupted.getCount()).isZero();
        assertThat(found(id).status()).isEqualTo(LetterStatus.PENDING);
    }

    // Attempts that take too long

    @Test
    void a_handler_that_hangs_is_interrupted_and_its_letter_comes_back_after_the_lease() throws Exception {
        engine.close();
        EngineOptions impatient = EngineOptions.defaults("node-1")
                .concurrency(2)
                .leaseTime(Duration.ofSeconds(3))
                .attemptTimeout(Duration.ofMillis(500));
        engine = engine(store, impatient);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        LetterId id = captured(aLetter());

        handle(letter -> {
            if (calls.incrementAndGet() > 1) return;
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                hangOn(release);
            }
        });
        interrupted.await();
        await(id, LetterStatus.RESOLVED);
        release.countDown();

        assertThat(await(RedriveEvent.LeaseLost.class).id()).isEqualTo(id);
        assertThat(found(id).attempts().stream().map(Attempt::result))
                .containsExactly(Attempt.Result.LEASE_LOST, Attempt.Result.SUCCEEDED);
        assertThat(found(id).status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_handler_that_takes_longer_than_the_lease_but_is_patiently_awaited_keeps_its_letter() throws Exception {
        AtomicInteger renewals = new AtomicInteger();
        CountDownLatch renewed = new CountDownLatch(4);
        ForwardingStore watched = new ForwardingStore(store) {
            @Override
            public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
                renewals.incrementAndGet();
                Set<LetterId> held = super.renew(leases, time);
                if (!held.isEmpty()) renewed.countDown();
                return held;
            }
        };
        engine.close();
        engine = engine(watched, ONE_WORKER.leaseTime(Duration.ofSeconds(3)));
        AtomicInteger calls = new AtomicInteger();
        LetterId id = captured(aLetter());

        handle(letter -> {
            calls.incrementAndGet();
            renewed.await();
        });

        await(id, LetterStatus.RESOLVED);
        assertThat(calls).hasValue(1);
        assertThat(renewals.get()).isGreaterThanOrEqualTo(4);
    }

    // By hand

    @Test
    void a_manual_retry_of_a_failed_letter_returns_the_result() throws Exception {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));
        handle(letter -> {});

        RetryResult result = engine.retry(id, "ana");

        assertThat(result).isInstanceOf(RetryResult.Tried.class);
        assertThat(((RetryResult.Tried) result).status()).isEqualTo(LetterStatus.RESOLVED);
        Resolution resolution = found(id).state().resolution();
        assertThat(resolution).isNotNull();
        assertThat(resolution.how()).isEqualTo(Resolution.How.MANUAL_RETRY);
        assertThat(resolution.by()).isEqualTo("ana");
        assertThat(found(id).attempts().get(0).strategy()).isEqualTo("manual");
        await(id, LetterStatus.RESOLVED);
    }

    @Test
    void a_manual_retry_that_fails_returns_the_failure() {
        LetterId id = captured(aLetter().status(LetterStatus.MANUAL));
        handle(letter -> {
            throw new SocketTimeoutException("Read timed out");
        });

        RetryResult result = engine.retry(id, null);

        assertThat(((RetryResult.Tried) result).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(((RetryResult.Tried) result).settlement().outcome()).isInstanceOf(Settlement.Retry.class);
    }

    @Test
    void a_letter_that_a_worker_holds_is_not_tried_by_hand() {
        LetterId id = captured(aLetter().status(LetterStatus.MANUAL));
        AtomicInteger calls = new AtomicInteger();
        handle(letter -> calls.incrementAndGet());
        ClaimedLetters.claim(store, id, "other", MINUTE);

        RetryResult result = engine.retry(id, "ana");

        ClaimResult why = ((RetryResult.NotTried) result).why();
        assertThat(((ClaimResult.NotAllowed) why).from()).isEqualTo(LetterStatus.RETRYING);
        assertThat(((ClaimResult.NotAllowed) why).leasedUntil()).isNotNull();
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_letter_that_waits_behind_another_is_not_tried_by_hand() {
        LetterId first = captured(aLetter().status(LetterStatus.FAILED).inOrder("a"));
        LetterId second = captured(aLetter().status(LetterStatus.FAILED).inOrder("a"));
        handle(letter -> {});

        RetryResult result = engine.retry(second, "ana");

        assertThat(result).isEqualTo(new RetryResult.NotTried(new ClaimResult.Blocked(first)));
    }

    @Test
    void a_letter_that_does_not_exist_is_not_tried() {
        handle(letter -> {});

        RetryResult result = engine.retry(ids.next(), "ana");

        assertThat(result).isEqualTo(new RetryResult.NotTried(new ClaimResult.NoSuchLetter()));
    }

    @Test
    void a_channel_without_a_handler_cannot_be_tried_and_no_retry_is_spent() {
        LetterId id =
                captured(aLetter().from("invoices").due(store.clock().instant().plus(MINUTE)));
        handle(letter -> {});

        RetryResult result = engine.retry(id, "ana");

        assertThat(result).isEqualTo(new RetryResult.NoHandler("invoices"));
        assertThat(found(id).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found(id).retryCount()).isZero();
    }

    @Test
    void a_store_without_transactions_refuses_a_transactional_handler() {
        assertThatThrownBy(
                        () -> engine.addTransactional("orders", (letter, connection) -> {}, TargetOptions.defaults()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("transaction");
    }
}
