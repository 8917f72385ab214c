package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClaimWindowTest {
    private static final long QUICK = Duration.ofMillis(10).toNanos();
    private static final long SLOW = Duration.ofMillis(600).toNanos();
    private static final long BETWEEN = Duration.ofMillis(300).toNanos();

    private final ClaimWindow window = new ClaimWindow(8, 100);

    private void claims(int times, long waited, boolean all) {
        for (int i = 0; i < times; i++) {
            window.waited(waited);
            window.claimed(all);
        }
    }

    @Test
    void it_begins_with_two_letters_for_each_worker() {
        assertThat(window.size()).isEqualTo(16);
        assertThat(new ClaimWindow(8, 10).size()).isEqualTo(10);
    }

    @Test
    void it_grows_while_there_is_more_and_letters_hardly_wait() {
        claims(2, QUICK, true);
        assertThat(window.size()).isEqualTo(64);

        claims(5, QUICK, true);
        assertThat(window.size()).isEqualTo(100);
    }

    @Test
    void it_stays_when_there_is_no_more_to_claim() {
        claims(3, QUICK, false);

        assertThat(window.size()).isEqualTo(16);
    }

    @Test
    void it_stays_when_letters_wait_a_little() {
        claims(3, BETWEEN, true);

        assertThat(window.size()).isEqualTo(16);
    }

    @Test
    void it_shrinks_when_letters_wait_long_but_every_worker_keeps_one() {
        claims(3, QUICK, true);

        claims(1, SLOW, true);
        assertThat(window.size()).isEqualTo(50);

        claims(10, SLOW, true);
        assertThat(window.size()).isEqualTo(8);
    }

    @Test
    void a_large_window_waits_for_room_and_a_small_one_takes_every_letter() {
        assertThat(window.worthClaiming()).isEqualTo(1);

        claims(3, QUICK, true);

        assertThat(window.worthClaiming()).isEqualTo(25);
    }
}
