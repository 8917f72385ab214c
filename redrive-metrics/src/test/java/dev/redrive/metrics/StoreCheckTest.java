package dev.redrive.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StoreCheckTest {
    private final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(SettableClock.standing()));

    @Test
    void a_store_that_answers_is_well_and_one_that_is_away_says_why_it_is_not() {
        try (StoreCheck check = new StoreCheck(store::find, Duration.ofSeconds(20))) {
            assertThat(check.trouble()).isEmpty();

            store.goAway();
            assertThat(check.trouble()).contains("the store does not work: the store is away");

            store.comeBack();
            assertThat(check.trouble()).isEmpty();
        }
    }

    @Test
    void a_store_that_hangs_is_not_probed_again_until_it_answers() {
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        try (StoreCheck check =
                new StoreCheck(id -> asked.incrementAndGet() + waitFor(answer), Duration.ofMillis(50))) {
            assertThat(check.trouble()).get().asString().contains("did not answer within 50 ms");
            assertThat(check.trouble()).get().asString().contains("has not answered an earlier question");
            assertThat(asked).hasValue(1);

            answer.countDown();
            Await.until(() -> check.trouble().isEmpty());
            assertThat(asked).hasValueGreaterThan(1);
        }
    }

    private static int waitFor(CountDownLatch answer) {
        try {
            answer.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}
