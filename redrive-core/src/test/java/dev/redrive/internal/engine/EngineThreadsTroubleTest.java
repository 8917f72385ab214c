package dev.redrive.internal.engine;

import static dev.redrive.engine.TargetOptions.defaults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.TransactingStore;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Tallies;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class EngineThreadsTroubleTest extends RunningEngine {
    /** In seconds; the tick after thirty must not be mistaken for a wake-up. */
    private static final long SHORTER_THAN_THE_TICK = 20;

    private LetterId stored(LetterBuilder letter) {
        NewLetter made = letter.build();
        store.capture(List.of(made));
        return made.id();
    }

    private LetterStatus status(LetterId id) {
        return found(id).status();
    }

    /** Another process captures into a channel that had no letters, and the store signals it. */
    @Test
    void a_signal_of_another_process_is_followed_also_for_a_new_channel() throws Exception {
        AtomicReference<Runnable> signal = new AtomicReference<>(() -> {});
        CountDownLatch looked = new CountDownLatch(1);
        ForwardingStore shared = new ForwardingStore(store) {
            @Override
            public void onSignal(Runnable wake) {
                signal.set(wake);
            }

            @Override
            public Tallies tallies() {
                Tallies tallies = super.tallies();
                looked.countDown();
                return tallies;
            }
        };
        engine = engine(shared, ONE_WORKER);
        handle(letter -> {});
        looked.await();

        stored(aLetter());
        Objects.requireNonNull(signal.get()).run();

        assertThat(published.poll(SHORTER_THAN_THE_TICK, TimeUnit.SECONDS)).isInstanceOf(RedriveEvent.Attempted.class);
    }

    @Test
    void a_manual_retry_whose_lease_ran_out_before_it_was_sent_is_not_sent() {
        SettableClock clock = SettableClock.standing();
        AtomicInteger sent = new AtomicInteger();
        ForwardingStore frozen = new ForwardingStore(new InMemoryDeadLetterStore(clock)) {
            @Override
            public List<ClaimResult> claimExpected(
                    List<ExpectedLetter> letters, String worker, Duration leaseTime, long maxBytes) {
                List<ClaimResult> claimed = super.claimExpected(letters, worker, leaseTime, maxBytes);
                clock.forward(leaseTime.plusSeconds(1));
                return claimed;
            }

            @Override
            public List<LeasedLetter> claim(ClaimRequest request) {
                return List.of();
            }
        };
        NewLetter letter = aLetter().status(LetterStatus.MANUAL).build();
        frozen.capture(List.of(letter));
        engine = engine(frozen, ONE_WORKER);
        handle(any -> sent.incrementAndGet());

        RetryResult result = engine.retry(letter.id(), "ann");

        assertThat(result).isEqualTo(new RetryResult.LeaseLost());
        assertThat(sent).hasValue(0);
        assertThat(frozen.find(letter.id()).orElseThrow().attempts()).isEmpty();
    }

    /** Each letter waits until the poller sleeps, so that nothing but being woken can bring the next ones. */
    @Test
    void more_letters_than_are_held_at_once_are_worked_on_in_transactions_without_waiting_for_the_tick()
            throws Exception {
        engine = engine(new TransactingStore(store), ONE_WORKER.claimAhead(8));
        for (int i = 0; i < 50; i++) stored(aLetter());

        engine.addTransactional("orders", (letter, connection) -> awaitSleepOf("redrive-poller"), defaults());

        for (int i = 0; i < 50; i++)
            assertThat(published.poll(10, TimeUnit.SECONDS))
                    .as("attempt %d", i)
                    .isInstanceOf(RedriveEvent.Attempted.class);
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(50);
    }

    private static void awaitSleepOf(String name) {
        Thread thread = Thread.getAllStackTraces().keySet().stream()
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow();
        Await.until(name + " sleeps", () -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void a_failed_letter_stays_failed_when_there_is_no_handler_to_try_it_with() {
        LetterId id = stored(aLetter().from("invoices").status(LetterStatus.FAILED));
        handle(letter -> {});

        RetryResult result = engine.retry(id, "ana");

        assertThat(result).isEqualTo(new RetryResult.NoHandler("invoices"));
        assertThat(status(id)).isEqualTo(LetterStatus.FAILED);
    }

    @Test
    void a_letter_whose_attempt_the_stop_interrupted_is_retried_and_not_manual() throws Exception {
        engine = engine(store, ONE_WORKER.stopGrace(Duration.ofMillis(50)));
        CountDownLatch started = new CountDownLatch(1);
        LetterId id = stored(aLetter());
        handle(letter -> {
            started.countDown();
            new CountDownLatch(1).await();
        });
        started.await();

        engine.close();

        assertThat(status(id)).isIn(LetterStatus.PENDING, LetterStatus.RETRYING);
    }

    @Test
    void an_attempt_that_took_too_long_is_a_timeout_and_the_letter_not_manual() throws Exception {
        engine = engine(store, ONE_WORKER.leaseTime(Duration.ofSeconds(6)).attemptTimeout(Duration.ofMillis(50)));
        LetterId id = stored(aLetter());

        handle(letter -> new CountDownLatch(1).await());

        assertThat(published.poll(SHORTER_THAN_THE_TICK, TimeUnit.SECONDS)).isInstanceOf(RedriveEvent.Attempted.class);
        assertThat(status(id)).isIn(LetterStatus.PENDING, LetterStatus.RETRYING);
    }

    @Test
    void a_letter_tried_by_hand_is_not_taken_by_another_worker_meanwhile() {
        AtomicInteger renewals = new AtomicInteger();
        ForwardingStore watched = new ForwardingStore(store) {
            @Override
            public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
                Set<LetterId> held = super.renew(leases, time);
                renewals.incrementAndGet();
                return held;
            }
        };
        engine = engine(watched, ONE_WORKER.leaseTime(Duration.ofSeconds(3)));
        LetterId id = stored(aLetter().status(LetterStatus.MANUAL));
        List<LeasedLetter> stolen = new ArrayList<>();
        engine.add("other", Target.of(letter -> {}), TargetOptions.defaults());
        engine.add(
                "orders",
                Target.of(letter -> {
                    // A lease is renewed three times in its time, so this takes longer than one lasts.
                    while (stolen.isEmpty() && renewals.get() < 4) {
                        stolen.addAll(store.claim(ClaimRequest.of("node-2", 1, Duration.ofMinutes(1))));
                        LockSupport.parkNanos(10_000_000);
                    }
                }),
                TargetOptions.defaults());

        engine.retry(id, "ana");

        assertThat(stolen).isEmpty();
    }

    /** Waiting for a database ends with an exception on a thread that is interrupted. */
    private ForwardingStore minding() {
        return new ForwardingStore(store) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                if (Thread.currentThread().isInterrupted()) throw new StoreException("interrupted while waiting");
                return super.settle(settlements);
            }
        };
    }

    @Test
    void a_manual_retry_that_took_too_long_fails_and_leaves_its_caller_not_interrupted() {
        engine = engine(minding(), ONE_WORKER.leaseTime(Duration.ofMillis(900)).attemptTimeout(Duration.ofMillis(50)));
        LetterId id = stored(aLetter().status(LetterStatus.MANUAL));
        handle(letter -> new CountDownLatch(1).await());

        RetryResult result = engine.retry(id, "ana");

        assertThat(Thread.interrupted()).isFalse();
        assertThat(result).isInstanceOf(RetryResult.Tried.class);
        assertThat(found(id).attempts()).hasSize(1);
    }

    @Test
    void an_interrupted_caller_gets_the_result_of_a_manual_retry_and_stays_interrupted() {
        engine = engine(minding(), ONE_WORKER);
        LetterId id = stored(aLetter().status(LetterStatus.MANUAL));
        handle(letter -> Thread.currentThread().interrupt());

        RetryResult result = engine.retry(id, "ana");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(((RetryResult.Tried) result).status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_renewal_that_fails_unexpectedly_is_not_the_last_one() throws Exception {
        renewsAgainAfter(() -> {
            throw new IllegalStateException("a bug in a driver");
        });
    }

    @Test
    void a_renewal_that_ends_with_an_error_is_not_the_last_one() throws Exception {
        renewsAgainAfter(() -> {
            throw new OutOfMemoryError("no room for the answer of the database");
        });
    }

    private void renewsAgainAfter(Runnable failure) throws InterruptedException {
        CountDownLatch renewals = new CountDownLatch(3);
        ForwardingStore shaky = new ForwardingStore(store) {
            @Override
            public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
                renewals.countDown();
                failure.run();
                return super.renew(leases, time);
            }
        };
        engine = engine(shaky, ONE_WORKER.leaseTime(Duration.ofMillis(300)));
        stored(aLetter());

        handle(letter -> renewals.await(20, TimeUnit.SECONDS));

        assertThat(renewals.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void what_was_to_be_settled_when_an_error_came_is_settled_later() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        ForwardingStore shaky = new ForwardingStore(store) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                if (failed.compareAndSet(false, true)) throw new OutOfMemoryError("no room for the settlements");
                return super.settle(settlements);
            }
        };
        engine = engine(shaky, ONE_WORKER);
        LetterId id = stored(aLetter());

        handle(letter -> {});

        RedriveEvent event = published.poll(10, TimeUnit.SECONDS);
        while (event != null && !(event instanceof RedriveEvent.Attempted))
            event = published.poll(10, TimeUnit.SECONDS);
        assertThat(event).isInstanceOf(RedriveEvent.Attempted.class);
        assertThat(status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_thread_that_is_interrupted_while_it_closes_stays_interrupted() throws Exception {
        engine = engine(store, ONE_WORKER.stopGrace(Duration.ofMillis(200)));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        stored(aLetter());
        handle(letter -> {
            started.countDown();
            release.await();
        });
        started.await();

        Thread.currentThread().interrupt();
        engine.close();

        assertThat(Thread.interrupted()).isTrue();
    }
}
