package dev.redrive.internal.engine;

import static dev.redrive.internal.engine.OneThreadEngine.Setup.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.classify.HasRetryAfter;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Handler;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Conditional;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.Glob;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EngineTroubleTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

    @Test
    void a_letter_of_a_new_channel_captured_while_the_channels_are_being_read_is_not_overlooked() throws Exception {
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        ForwardingStore racing = new ForwardingStore(store) {
            @Override
            public Tallies tallies() {
                Tallies before = super.tallies();
                meanwhile.getAndSet(() -> {}).run();
                return before;
            }
        };
        OneThreadEngine on = new OneThreadEngine(racing);
        on.handle("orders", letter -> {});
        AtomicReference<LetterId> id = new AtomicReference<>();
        meanwhile.set(() -> id.set(on.captured(on.aLetter())));

        on.turn();
        on.turn(); // the signal that follows the capture

        assertThat(on.status(Objects.requireNonNull(id.get()))).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_circuit_that_opened_on_conditional_letters_is_probed_and_closes_again() throws Exception {
        Policies conditional = new Policies(List.of(Policy.of(Match.any(), Conditional.defaults())));
        OneThreadEngine on = new OneThreadEngine(store, plain().with(conditional));
        List<LetterId> ids = on.captured(6);
        AtomicBoolean down = new AtomicBoolean(true);
        Handler handler = letter -> {
            if (down.get()) throw new SocketTimeoutException("Read timed out");
        };
        on.send(
                "orders",
                Target.of(handler),
                TargetOptions.defaults().with(new TargetOptions.CircuitOptions(4, 4, 0.5, Duration.ofSeconds(30), 1)));

        on.turn();
        down.set(false);
        for (int i = 0; i < 100; i++) {
            clock.forward(Duration.ofSeconds(31));
            on.turn();
        }

        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED));
    }

    @Test
    void a_late_first_attempt_does_not_hide_the_second_one_of_the_same_letter() throws Exception {
        Queue<Runnable> workers = new ArrayDeque<>();
        OneThreadEngine on = new OneThreadEngine(store, plain().with(workers::add));
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {});
        on.engine.claimOnce();
        clock.forward(Duration.ofSeconds(31));
        on.engine.claimOnce();

        workers.remove().run();
        on.settle();
        boolean idle = on.engine.attempts().isEmpty();
        workers.remove().run();
        on.settle();

        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(idle).as("idle while the second attempt is still to come").isFalse();
        assertThat(on.published.stream().filter(RedriveEvent.Attempted.class::isInstance))
                .as("the second attempt is published")
                .hasSize(1);
    }

    @Test
    void a_listener_that_fails_with_an_error_does_not_affect_others() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        on.events.listen(event -> {
            throw new NoClassDefFoundError("a broken listener");
        });
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {});

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    private record Broken(AtomicBoolean still) implements HostLoad {
        @Override
        public double cpuLoad() {
            if (still.get()) throw new NoClassDefFoundError("a broken meter");
            return 0;
        }

        @Override
        public double memoryUse() {
            return 0;
        }

        @Override
        public boolean databaseConnectionsAvailable() {
            return true;
        }
    }

    @Test
    void a_condition_that_cannot_be_checked_gives_the_letter_back_for_later() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        Policies conditional = new Policies(List.of(Policy.of(Match.any(), Conditional.defaults())));
        OneThreadEngine on =
                new OneThreadEngine(store, plain().with(conditional).with(new Broken(broken)));
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {});

        on.turn();
        LetterStatus after = on.status(id);
        boolean idle = on.engine.attempts().isEmpty();
        on.turn();
        broken.set(false);
        clock.forward(Duration.ofSeconds(31));
        on.turn();

        assertThat(after).isEqualTo(LetterStatus.PENDING);
        assertThat(idle).isTrue();
        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(on.found(id).retryCount()).isEqualTo(1);
    }

    private static final class BrokenRetryAfter extends Exception implements HasRetryAfter {
        private static final long serialVersionUID = 1L;

        @Override
        public Optional<Duration> retryAfter() {
            throw new IllegalStateException("a broken exception");
        }
    }

    @Test
    void an_exception_that_cannot_say_when_to_retry_counts_like_any_other() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new BrokenRetryAfter();
        });

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.MANUAL);
        assertThat(on.found(id).attempts()).hasSize(1);
        assertThat(on.engine.attempts().isEmpty()).isTrue();
    }

    /** A stop looks for waiting letters all the time; one that a person tries never waits. */
    @Test
    void a_letter_that_is_tried_by_hand_is_never_given_back_by_a_stop() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        on.captured(on.aLetter());
        LeasedLetter claimed =
                store.claim(ClaimRequest.of("ana", 1, Duration.ofMinutes(1))).get(0);
        AttemptResult tried = AttemptRunner.released(claimed, clock.instant());
        AtomicBoolean stopping = new AtomicBoolean(true);
        Thread stop = new Thread(() -> {
            while (stopping.get()) on.engine.attempts().recallWaiting();
        });
        stop.start();

        for (int i = 0; i < 300_000; i++) on.engine.attempts().runHere(claimed, running -> tried, settled -> true);
        stopping.set(false);
        stop.join();

        assertThat(on.engine.attempts().settle(Duration.ZERO, 100)).isEmpty();
    }

    // A node that stood still

    @Test
    void a_letter_whose_lease_ran_out_while_this_node_stood_still_is_not_sent() throws Exception {
        Queue<Runnable> workers = new ArrayDeque<>();
        OneThreadEngine on = new OneThreadEngine(store, plain().with(workers::add));
        List<LetterId> ids = on.captured(3);
        List<LetterId> sent = new ArrayList<>();
        on.handle("orders", letter -> sent.add(letter.id()));
        on.engine.claimOnce();
        clock.forward(Duration.ofSeconds(31));
        List<LeasedLetter> elsewhere = store.claim(ClaimRequest.of("another node", 2, Duration.ofSeconds(30)));

        workers.forEach(Runnable::run);
        on.settle();

        assertThat(sent).isEmpty();
        assertThat(elsewhere)
                .allSatisfy(
                        claimed -> assertThat(on.status(claimed.letter().id())).isEqualTo(LetterStatus.RETRYING));
        assertThat(ids).filteredOn(id -> on.status(id) == LetterStatus.PENDING).hasSize(1);
    }

    @Test
    void a_letter_that_the_store_gave_to_another_node_is_not_sent_although_the_time_is_not_over_here()
            throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        ForwardingStore forgetful = new ForwardingStore(store) {
            @Override
            public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
                return gone.get() ? Set.of() : super.renew(leases, time);
            }
        };
        Queue<Runnable> workers = new ArrayDeque<>();
        OneThreadEngine on = new OneThreadEngine(forgetful, plain().with(workers::add));
        on.captured(2);
        List<LetterId> sent = new ArrayList<>();
        on.handle("orders", letter -> sent.add(letter.id()));
        on.engine.claimOnce();
        on.engine.attempts().renewLeases();
        workers.remove().run();
        int held = sent.size();

        gone.set(true);
        on.engine.attempts().renewLeases();
        workers.remove().run();

        assertThat(held).isEqualTo(1);
        assertThat(sent).hasSize(1);
    }

    // Slow targets

    @Test
    void a_target_that_succeeds_only_after_a_very_long_time_is_left_alone_like_one_that_fails() {
        Route route = new Route(
                new Glob("orders"),
                new Route.Sends(letter -> new Target.Delivery.Done()),
                TargetOptions.defaults()
                        .with(TargetOptions.CircuitOptions.defaults().slowAfter(Duration.ofSeconds(8))),
                clock,
                new Events());

        for (int i = 0; i < 10; i++) route.succeeded(Duration.ofSeconds(7));
        boolean closed = route.isClosed();
        for (int i = 0; i < 11; i++) route.succeeded(Duration.ofSeconds(10));

        assertThat(closed).isTrue();
        assertThat(route.circuit()).isEqualTo(RedriveEvent.Circuit.OPEN);
    }
}
