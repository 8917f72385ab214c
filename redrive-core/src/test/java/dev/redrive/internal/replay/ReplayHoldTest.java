package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.engine.RetryResult;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.channels.ChannelHold;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReplayHoldTest {
    private static final Instant T = Instant.parse("2026-03-02T10:00:00Z");
    private final List<RedriveEvent> published = new CopyOnWriteArrayList<>();
    private final ReplayFixture shop =
            new ReplayFixture(ReplayFixture.memoryStore(), chosen -> chosen.listen(published::add));

    @AfterEach
    void close() {
        shop.close();
    }

    private ChannelHold hold(String channel) {
        return shop.redrive.channels().hold(new ChannelHold(channel, "ann", "the bank is down", T));
    }

    @Test
    void a_replay_sends_the_others_and_waits_for_a_held_channel() {
        List<LetterId> held = shop.letters("payments-eu", 5);
        List<LetterId> free = shop.letters("payments-us", 5);
        hold("payments-eu");

        Replay started = shop.start(ReplayFixture.all());
        Replay waiting = shop.await(
                started.id(),
                replay -> replay.state() == ReplayState.RUNNING && replay.reason() != null && shop.resolved(free) == 5);

        assertThat(waiting.reason())
                .isEqualTo("it waits: the channel payments-eu is held by ann since " + T + ": the bank is down");
        assertThat(shop.count(held, LetterStatus.MANUAL)).isEqualTo(5);
        shop.redrive.channels().release("payments-eu", "ann");
        Replay done = shop.await(started.id(), ReplayState.DONE);
        assertThat(shop.resolved(held)).isEqualTo(5);
        assertThat(done.reason()).isNull();
    }

    @Test
    void a_letter_that_was_claimed_before_its_channel_was_held_is_not_sent() {
        List<LetterId> ids = shop.letters("payments", 20);
        shop.when(payload -> {
            if (payload.equals("0")) hold("payments");
        });

        Replay started = shop.start(
                ReplayFixture.all().with(dev.redrive.ledger.Brakes.defaults().concurrency(1)));
        shop.await(started.id(), replay -> replay.reason() != null);

        assertThat(shop.arrived).containsExactly("0");
        assertThat(shop.count(ids, LetterStatus.MANUAL)).isEqualTo(19);
    }

    @Test
    void a_letter_of_a_held_channel_is_retried_by_hand_only_when_that_is_wanted() {
        LetterId id = shop.letters("payments", 1).get(0);
        ChannelHold hold = hold("payments");

        assertThat(shop.redrive.letters().retry(id, "bob")).isEqualTo(new RetryResult.ChannelIsHeld(hold));
        assertThat(shop.arrived).isEmpty();
        assertThat(shop.letter(id).attempt()).isZero();
        assertThat(shop.redrive.letters().retryThoughHeld(id, "bob")).isInstanceOf(RetryResult.Tried.class);
        assertThat(shop.arrived).containsExactly("0");
    }

    @Test
    void listeners_hear_of_a_hold_and_a_release_once() {
        ChannelHold hold = hold("payments");
        shop.redrive.channels().hold(new ChannelHold("payments", "bob", null, T));
        shop.redrive.channels().release("payments", "bob");
        shop.redrive.channels().release("payments", "bob");

        assertThat(published)
                .containsExactly(
                        new RedriveEvent.ChannelHeld(hold), new RedriveEvent.ChannelReleased("payments", "bob"));
    }
}
