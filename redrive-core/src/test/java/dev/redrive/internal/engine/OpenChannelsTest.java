package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenChannelsTest {
    private final SettableClock clock = SettableClock.standing();
    private final OpenChannels open = new OpenChannels(this::count, clock);
    private Tallies stored = tallies("orders");
    private Duration time = Duration.ZERO;
    private Runnable meanwhile = () -> {};
    private int counts;

    private static Tallies tallies(String... channels) {
        StatusCounts one = new StatusCounts(Map.of(LetterStatus.PENDING, 1L));
        return new Tallies(Arrays.stream(channels)
                .map(channel -> new Tally(channel, "Timeout", Category.UNKNOWN, one))
                .toList());
    }

    private Tallies count() {
        Tallies now = stored;
        counts++;
        meanwhile.run();
        clock.forward(time);
        return now;
    }

    @Test
    void a_change_shows_at_once_while_counting_is_quick() {
        assertThat(open.now()).containsExactly("orders");
        stored = tallies("orders", "payments");

        assertThat(open.now()).containsExactly("orders");
        open.changed();
        assertThat(open.now()).containsExactlyInAnyOrder("orders", "payments");
    }

    @Test
    void without_a_change_they_are_counted_once_a_second() {
        for (int i = 0; i < 100; i++) {
            assertThat(open.now()).containsExactly("orders");
            clock.forward(Duration.ofMillis(100));
        }

        assertThat(counts).isEqualTo(10);
    }

    @Test
    void counting_that_takes_long_takes_a_fiftieth_of_the_time_however_much_changes() {
        time = Duration.ofMillis(200);
        for (int i = 0; i < 1000; i++) {
            open.changed();
            assertThat(open.now()).containsExactly("orders");
            clock.forward(Duration.ofMillis(100));
        }

        assertThat(counts).isEqualTo(11);
    }

    @Test
    void a_change_that_waits_says_until_when() {
        time = Duration.ofMillis(200);
        assertThat(open.now()).containsExactly("orders");
        assertThat(open.postponed()).isEmpty();

        open.changed();

        assertThat(open.postponed()).contains(clock.instant().plusMillis(9_800));
    }

    @Test
    void a_channel_that_was_captured_is_known_without_counting() {
        time = Duration.ofMillis(200);
        assertThat(open.now()).containsExactly("orders");

        open.captured("payments");

        assertThat(open.now()).containsExactlyInAnyOrder("orders", "payments");
        assertThat(counts).isEqualTo(1);
    }

    @Test
    void nor_is_one_forgotten_that_was_captured_while_they_were_counted() {
        open.captured("payments");
        meanwhile = () -> open.captured("payments");

        assertThat(open.now()).containsExactlyInAnyOrder("orders", "payments");
    }

    @Test
    void a_channel_without_open_letters_is_gone_after_the_next_count() {
        open.captured("payments");

        assertThat(open.now()).containsExactly("orders");
    }
}
