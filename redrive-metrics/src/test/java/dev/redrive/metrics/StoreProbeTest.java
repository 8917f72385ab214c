package dev.redrive.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StoreProbeTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final SettableClock clock = SettableClock.standing();
    private final AtomicInteger lookups = new AtomicInteger();

    @Test
    void the_store_is_probed_at_most_once_a_second() {
        try (StoreProbe probe = new StoreProbe(id -> lookups.incrementAndGet(), clock, LONG)) {
            for (int i = 0; i < 10; i++) assertThat(probe.trouble()).isEmpty();
            assertThat(lookups).hasValue(1);

            clock.forward(Duration.ofSeconds(1));
            assertThat(probe.trouble()).isEmpty();
            assertThat(lookups).hasValue(2);
        }
    }

    @Test
    void a_store_that_hangs_is_not_probed_again_until_it_answers() {
        CountDownLatch answer = new CountDownLatch(1);
        try (StoreProbe probe = new StoreProbe(hangingUntil(answer), clock, SHORT)) {
            assertThat(probe.trouble()).get().asString().contains("did not answer within 50 ms");
            clock.forward(Duration.ofSeconds(1));
            assertThat(probe.trouble()).get().asString().contains("has not answered an earlier question");
            assertThat(lookups).hasValue(1);

            answer.countDown();
            do clock.forward(Duration.ofSeconds(1));
            while (probe.trouble().isPresent());
            assertThat(lookups).hasValueGreaterThan(1);
        }
    }

    private Function<LetterId, Integer> hangingUntil(CountDownLatch answer) {
        return id -> {
            int lookup = lookups.incrementAndGet();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return lookup;
        };
    }
}
