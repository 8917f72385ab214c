package dev.redrive.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HasRetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

    private static final class Busy extends Exception implements HasRetryAfter {
        private static final long serialVersionUID = 1;

        private final transient Duration wait;

        Busy(Duration wait) {
            this.wait = wait;
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(wait);
        }
    }

    private static Optional<Duration> waitOf(Duration wait) {
        return HasRetryAfter.in(new IllegalStateException(new Busy(wait)));
    }

    @Test
    void it_is_found_inside_other_exceptions() {
        assertThat(waitOf(Duration.ofSeconds(7))).contains(Duration.ofSeconds(7));
        assertThat(HasRetryAfter.in(new IllegalStateException("?"))).isEmpty();
    }

    @Test
    void for_ever_is_a_time_that_can_be_counted_with() {
        Optional<Duration> wait = waitOf(ChronoUnit.FOREVER.getDuration());

        assertThat(wait).contains(HasRetryAfter.LONGEST);
        assertThat(NOW.plus(wait.orElseThrow())).isAfter(NOW);
    }

    @Test
    void a_time_in_the_past_is_ignored() {
        assertThat(waitOf(Duration.ofSeconds(-1))).isEmpty();
    }
}
