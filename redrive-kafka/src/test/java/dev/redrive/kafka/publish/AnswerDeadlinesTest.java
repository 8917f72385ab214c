package dev.redrive.kafka.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** A producer that answers nothing cannot be had when it is wanted: its broker has to die in the right moment. */
class AnswerDeadlinesTest {
    private final List<String> results = new CopyOnWriteArrayList<>();

    private AnswerDeadlines.PendingSend sent(String name) {
        return new AnswerDeadlines.PendingSend(failure -> results.add(
                name + " " + (failure == null ? "ok" : failure.getClass().getSimpleName())));
    }

    @Test
    void what_the_producer_does_not_answer_fails_when_its_time_is_over() {
        try (AnswerDeadlines deadlines = new AnswerDeadlines(Duration.ofMillis(20))) {
            deadlines.watch(sent("first"));
            deadlines.watch(sent("second"));

            Await.until("both have failed", () -> results.size() == 2);
        }
        assertThat(results)
                .containsExactly(
                        "first " + TimeoutException.class.getSimpleName(),
                        "second " + TimeoutException.class.getSimpleName());
    }

    @Test
    void only_the_first_answer_counts() {
        AnswerDeadlines.PendingSend late = sent("late");
        AnswerDeadlines.PendingSend early = sent("early");
        try (AnswerDeadlines deadlines = new AnswerDeadlines(Duration.ofSeconds(2))) {
            deadlines.watch(early);
            deadlines.watch(late);
            early.answer(null);

            Await.until("the other one has failed", () -> results.size() == 2);
            late.answer(null);
            early.answer(new IllegalStateException());
        }
        assertThat(results).containsExactly("early ok", "late TimeoutException");
        assertThat(late.take()).isNull();
    }

    @Test
    void one_that_is_answered_before_it_is_watched_is_not_kept() {
        AnswerDeadlines.PendingSend quick = sent("quick");
        quick.answer(null);
        try (AnswerDeadlines deadlines = new AnswerDeadlines(Duration.ofMillis(20))) {
            deadlines.watch(quick);
            deadlines.watch(sent("slow"));

            Await.until("the slow one has failed", () -> results.size() == 2);
        }
        assertThat(results).containsExactly("quick ok", "slow TimeoutException");
    }

    @Test
    void one_that_cannot_be_reached_does_not_delay_the_others() {
        try (AnswerDeadlines deadlines = new AnswerDeadlines(Duration.ofMillis(20))) {
            deadlines.watch(new AnswerDeadlines.PendingSend(failure -> {
                throw new IllegalStateException("a meter is broken");
            }));
            deadlines.watch(sent("next"));

            Await.until("the next one has failed", () -> results.size() == 1);
        }
        assertThat(results).containsExactly("next TimeoutException");
    }
}
