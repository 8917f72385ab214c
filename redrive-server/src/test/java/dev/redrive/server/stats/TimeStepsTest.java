package dev.redrive.server.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.server.web.Problem;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeStepsTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:07:30Z");

    @Test
    void without_a_word_it_is_the_last_day_in_steps_of_five_minutes() {
        TimeSteps steps = TimeSteps.of(null, null, null, NOW);

        assertThat(steps.from()).isEqualTo("2026-03-01T10:05:00Z");
        assertThat(steps.to()).isEqualTo(NOW);
        assertThat(steps.step()).isEqualTo(Duration.ofMinutes(5));
        assertThat(steps.starts()).hasSize(289).last().isEqualTo(Instant.parse("2026-03-02T10:05:00Z"));
    }

    @Test
    void a_week_gets_longer_steps() {
        TimeSteps steps = TimeSteps.of("2026-02-23T10:07:30Z", null, null, NOW);

        assertThat(steps.step()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void days_begin_at_midnight_and_steps_can_be_chosen() {
        TimeSteps steps = TimeSteps.of("2026-03-01", "2026-03-02", "6h", NOW);

        assertThat(steps.starts())
                .containsExactly(
                        Instant.parse("2026-03-01T00:00:00Z"),
                        Instant.parse("2026-03-01T06:00:00Z"),
                        Instant.parse("2026-03-01T12:00:00Z"),
                        Instant.parse("2026-03-01T18:00:00Z"));
    }

    @Test
    void a_thousand_steps_are_answered_and_one_more_is_not() {
        assertThat(TimeSteps.of("2026-03-01T00:00:00Z", "2026-03-01T16:40:00Z", "1m", NOW)
                        .count())
                .isEqualTo(1000);
        assertRefused("2026-03-01T00:00:00Z", "2026-03-01T16:41:00Z", "1m", "step");
    }

    @ParameterizedTest
    @CsvSource({
        "yesterday, , , from",
        ", 2026-13-01, , to",
        "2026-03-02T11:00:00Z, , , from",
        ", , 30s, step",
        ", , 90s, step",
        ", , often, step",
        ", , PT0S, step",
        ", , -PT5M, step",
        ", , 999999999w, step",
        "-1000000000-01-01, , , from"
    })
    void nonsense_is_refused_with_the_name_of_the_field(String from, String to, String step, String field) {
        assertRefused(from, to, step, field);
    }

    private static void assertRefused(String from, String to, String step, String field) {
        assertThatThrownBy(() -> TimeSteps.of(from, to, step, NOW))
                .asInstanceOf(InstanceOfAssertFactories.type(Problem.class))
                .satisfies(problem -> {
                    assertThat(problem.status().value()).isEqualTo(400);
                    assertThat(problem.extras()).containsEntry("field", field);
                });
    }
}
