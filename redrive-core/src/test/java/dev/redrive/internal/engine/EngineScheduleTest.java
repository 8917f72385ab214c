package dev.redrive.internal.engine;

import static dev.redrive.internal.engine.OneThreadEngine.Setup.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Conditional;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When the engine tries a letter again. */
class EngineScheduleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

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
        assertThat(OneThreadEngine.due(letter)).isEqualTo(clock.instant().plus(SECOND));

        open.set(true);
        clock.forward(SECOND);
        on.turn();

        assertThat(ids).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED));
    }

    @Test
    void a_letter_without_a_way_back_costs_no_attempt_and_does_not_hold_up_others() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<LetterId> ids = on.captured(3);
        Target target = letter -> letter.id().equals(ids.get(0))
                ? new Target.Delivery.Undeliverable(SECOND, "its topic is not allowed")
                : new Target.Delivery.Done();
        on.send("orders", target, TargetOptions.defaults());

        on.turn();

        DeadLetter letter = on.found(ids.get(0));
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.retryCount()).isZero();
        assertThat(letter.attempts()).isEmpty();
        assertThat(OneThreadEngine.due(letter)).isEqualTo(clock.instant().plus(SECOND));
        assertThat(ids.subList(1, 3)).allSatisfy(id -> assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED));
    }

    // When it is tried again

    @Test
    void a_retry_after_of_the_target_is_honoured() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        RejectedByTarget busy = new RejectedByTarget(503, Duration.ofMinutes(10), "maintenance");
        on.handle("orders", letter -> {
            throw new RuntimeException("call failed", busy);
        });

        on.turn();

        assertThat(on.status(id)).isEqualTo(LetterStatus.PENDING);
        assertThat(OneThreadEngine.due(on.found(id))).isEqualTo(clock.instant().plus(Duration.ofMinutes(10)));
    }

    @Test
    void a_short_retry_after_does_not_make_the_pause_shorter() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new RejectedByTarget(503, Duration.ofMillis(1), "soon");
        });

        on.turn();

        assertThat(OneThreadEngine.due(on.found(id))).isEqualTo(clock.instant().plusSeconds(2));
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
        assertThat(OneThreadEngine.due(on.found(id))).isEqualTo("2026-03-03T02:00:00Z");
    }

    @Test
    void a_rate_limit_that_lasts_beyond_the_quiet_hours_is_honoured() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId id = on.captured(on.aLetter());
        on.handle("orders", letter -> {
            throw new RejectedByTarget(429, Duration.ofHours(20), "come back tomorrow");
        });

        on.turn();

        assertThat(OneThreadEngine.due(on.found(id))).isEqualTo("2026-03-03T06:00:00Z");
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
        assertThat(OneThreadEngine.due(waiting)).isEqualTo(clock.instant());
        assertThat(calls).hasValue(1);
        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void the_engine_returns_how_long_nothing_is_due() {
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
}
