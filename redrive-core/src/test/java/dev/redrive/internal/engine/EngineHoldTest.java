package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class EngineHoldTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final OneThreadEngine on = new OneThreadEngine(store);

    private void hold(String channel) {
        store.channelHolds().hold(new ChannelHold(channel, "ann", null, clock.instant()));
    }

    @Test
    void letters_of_a_held_channel_wait_and_others_go() throws Exception {
        LetterId held = on.captured(on.aLetter().from("payments"));
        LetterId free = on.captured(on.aLetter().from("orders"));
        on.handle("*", letter -> {});
        hold("payments");

        on.turn();

        assertThat(on.status(held)).isEqualTo(LetterStatus.PENDING);
        assertThat(on.found(held).attempts()).isEmpty();
        assertThat(on.status(free)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_letter_of_a_held_channel_that_another_process_captured_is_not_taken_with_the_others() throws Exception {
        on.captured(on.aLetter().from("orders"));
        on.handle("*", letter -> {});
        on.turn();
        hold("payments");
        clock.forward(HeldChannels.KNOWN_FOR);
        LetterId held = store.capture(
                        java.util.List.of(on.aLetter().from("payments").build()))
                .get(0)
                .id();
        on.captured(on.aLetter().from("orders"));

        on.turn();

        assertThat(on.status(held)).isEqualTo(LetterStatus.PENDING);
        assertThat(store.find(held).orElseThrow().attempt()).isZero();
    }

    @Test
    void a_letter_that_waits_for_a_worker_when_its_channel_is_held_is_put_back() throws Exception {
        Queue<Runnable> workers = new ArrayDeque<>();
        OneThreadEngine slow =
                new OneThreadEngine(store, OneThreadEngine.Setup.plain().with(workers::add));
        LetterId id = slow.captured(slow.aLetter().from("payments"));
        slow.handle("*", letter -> {});
        slow.engine.claimOnce();
        assertThat(slow.status(id)).isEqualTo(LetterStatus.RETRYING);
        hold("payments");
        clock.forward(HeldChannels.KNOWN_FOR);

        workers.forEach(Runnable::run);
        slow.settle();

        assertThat(slow.status(id)).isEqualTo(LetterStatus.PENDING);
        assertThat(slow.found(id).attempts()).isEmpty();
        assertThat(slow.found(id).retryCount()).isZero();
    }

    @Test
    void a_released_channel_goes_on_within_a_second_without_a_signal() throws Exception {
        LetterId id = on.captured(on.aLetter().from("payments"));
        on.handle("*", letter -> {});
        hold("payments");

        Duration pause = on.engine.claimOnce();
        on.settle();
        store.channelHolds().release("payments");
        clock.forward(pause);
        on.turn();

        assertThat(pause).isLessThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(on.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }
}
