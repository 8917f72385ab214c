package dev.redrive.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    @Test
    void the_first_accepted_value_is_returned() {
        AtomicInteger reads = new AtomicInteger();

        int value = Await.until("three reads", Duration.ofSeconds(10), reads::incrementAndGet, count -> count == 3);

        assertThat(value).isEqualTo(3);
        assertThat(reads).hasValue(3);
    }

    @Test
    void a_value_that_is_never_accepted_is_shown_after_the_timeout() {
        assertThatThrownBy(() -> Await.until("a four", Duration.ofMillis(5), () -> 3, count -> count == 4))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a four")
                .hasMessageContaining("last: 3");
    }

    @Test
    void a_value_that_cannot_be_read_fails_at_once() {
        assertThatThrownBy(() -> Await.until("a file", () -> {
                    throw new IOException("gone");
                }))
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("gone");
    }

    @Test
    void an_interrupt_ends_the_wait() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Await.until("nothing", () -> false)).hasMessageContaining("interrupted");

        assertThat(Thread.interrupted()).isTrue();
    }
}
