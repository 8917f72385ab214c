package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class ByteBudgetTest {
    private static final long MB = 1024 * 1024;

    @Test
    void with_nothing_free_the_answer_is_to_retry_later() {
        ByteBudget budget = new ByteBudget("memory", 10 * MB, Duration.ZERO);
        ByteBudget.Share first = budget.share();
        ByteBudget.Share second = budget.share();
        first.take(8 * MB);

        assertThatThrownBy(() -> second.take(4 * MB))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE))
                .hasMessageContaining("no memory left");
        assertThat(second.tryTake(4 * MB)).isFalse();
        assertThat(budget.refused()).isEqualTo(1);

        first.close();
        second.take(4 * MB);
        second.close();
        assertThat(budget.used()).isZero();
    }

    @Test
    void a_waiting_caller_goes_on_when_another_releases() throws Exception {
        ByteBudget budget = new ByteBudget("memory", 10 * MB, Duration.ofMinutes(1));
        ByteBudget.Share first = budget.share();
        first.take(8 * MB);

        CompletableFuture<Void> second =
                CompletableFuture.runAsync(() -> budget.share().take(4 * MB));
        assertThat(second).isNotDone();
        first.close();

        second.get(1, TimeUnit.MINUTES);
        assertThat(budget.used()).isBetween(4 * MB, 5 * MB);
    }

    @Test
    void one_that_is_larger_than_everything_goes_alone() {
        ByteBudget budget = new ByteBudget("memory", 10 * MB, Duration.ZERO);
        ByteBudget.Share large = budget.share();

        large.take(100 * MB);
        large.take(MB);

        assertThat(budget.used()).isEqualTo(budget.bytes());
        assertThat(budget.share().tryTake(1)).isFalse();
        large.close();
        assertThat(budget.used()).isZero();
    }
}
