package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Handler;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Circuit breakers and rate limits of targets. */
class EngineCircuitTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

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
            if (down.get()) OneThreadEngine.TIMES_OUT.handle(letter);
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
        return on.published.stream()
                .filter(RedriveEvent.CircuitChanged.class::isInstance)
                .map(event -> ((RedriveEvent.CircuitChanged) event).to())
                .toList();
    }

    @Test
    void a_probe_that_fails_opens_the_circuit_again() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<LetterId> ids = on.captured(6);
        on.send("orders", Target.of(OneThreadEngine.TIMES_OUT), opensAfterFour());

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
        on.send("orders", Target.of(OneThreadEngine.TIMES_OUT), opensAfterFour());
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
        assertThat(on.published).as("none was claimed in vain").noneMatch(RedriveEvent.Released.class::isInstance);
    }
}
