package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.questions.ChannelQueue;
import dev.redrive.store.questions.Total;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the held channels of every store must keep, and what a store says of a channel. */
public abstract class ChannelHoldsContract extends BookContract<DeadLetterStore> {
    private final LetterIds ids = new LetterIds(SettableClock.standing());

    @Override
    protected DeadLetterStore bookOf(DeadLetterStore store) {
        return store;
    }

    private static ChannelHold hold(String channel, long minute) {
        return new ChannelHold(channel, "ann", "the bank is down", minutes(minute));
    }

    private LetterBuilder aLetter() {
        return new LetterBuilder(ids).from("payments");
    }

    private void capture(LetterBuilder letter) {
        book.capture(List.of(letter.build()));
    }

    @Test
    void nothing_is_held_at_first() {
        assertThat(book.channelHolds().list()).isEmpty();
    }

    @Test
    void a_held_channel_is_known_to_every_node_until_it_is_released() {
        ChannelHold payments = hold("payments", 2);
        ChannelHold odd = new ChannelHold("a/b c\u20ac'\"%*", "bob", null, minutes(1));
        book.channelHolds().hold(payments);
        book.channelHolds().hold(odd);

        assertThat(other.channelHolds().list()).containsExactly(odd, payments);
        assertThat(other.channelHolds().release("payments")).contains(payments);
        assertThat(book.channelHolds().list()).containsExactly(odd);
        assertThat(book.channelHolds().release("payments")).isEmpty();
    }

    @Test
    void a_second_hold_changes_nothing() {
        ChannelHold first = hold("payments", 1);
        book.channelHolds().hold(first);

        assertThat(other.channelHolds().hold(hold("payments", 2))).isEqualTo(first);
        assertThat(book.channelHolds().list()).containsExactly(first);
    }

    @Test
    void a_channel_held_by_many_at_once_has_one_hold() throws Exception {
        List<ChannelHold> answers = allAtOnce(store -> store.channelHolds()
                .hold(new ChannelHold("payments", Thread.currentThread().getName(), null, T)));

        assertThat(new HashSet<>(answers)).hasSize(1);
        assertThat(book.channelHolds().list()).containsExactly(answers.get(0));
    }

    @Test
    void more_holds_than_can_be_looked_through_are_refused() {
        IntStream.range(0, ChannelHolds.MOST).forEach(i -> book.channelHolds().hold(hold("channel-" + i, 1)));

        assertThatThrownBy(() -> book.channelHolds().hold(hold("one more", 1)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("release");
        assertThat(other.channelHolds().hold(hold("channel-0", 9))).isEqualTo(hold("channel-0", 1));
    }

    // What waits in a channel

    @Test
    void a_channel_without_letters_has_nothing_that_waits() {
        capture(aLetter().from("orders"));

        assertThat(book.queue("payments")).isEqualTo(new ChannelQueue(Optional.empty(), Total.exactly(0)));
    }

    @Test
    void the_next_letter_of_a_channel_is_named_whatever_is_leased_elsewhere() {
        LetterId elsewhere =
                book.capture(List.of(aLetter().from("orders").build())).get(0).id();
        ClaimedLetters.leased(book, elsewhere, "w", Duration.ofSeconds(1));
        capture(aLetter().due(minutes(9)));
        capture(aLetter().due(minutes(5)));

        assertThat(other.queue("payments").nextDue()).contains(minutes(5));
    }

    @Test
    void sequences_in_which_letters_wait_are_counted_once_each() {
        for (String key : List.of("a", "a", "a", "b", "b", "c"))
            capture(aLetter().inOrder(key));
        capture(aLetter().from("orders").inOrder("d"));
        capture(aLetter().from("orders").inOrder("d"));

        assertThat(other.queue("payments").waitingSequences()).isEqualTo(Total.exactly(2));
        assertThat(other.queue("orders").waitingSequences()).isEqualTo(Total.exactly(1));
    }
}
