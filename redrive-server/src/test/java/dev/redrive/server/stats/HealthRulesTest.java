package dev.redrive.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthRulesTest {
    private static final Overview.Flow QUIET = new Overview.Flow(0, 0, 0, 0);

    private final HealthRules builtIn = new HealthRules(TestQueue.usualRules());

    @ParameterizedTest
    @CsvSource({
        "PENDING, 100, HEALTHY",
        "PENDING, 101, DEGRADED",
        "PENDING, 10000, DEGRADED",
        "PENDING, 10001, UNHEALTHY",
        "FAILED, 10, HEALTHY",
        "FAILED, 11, UNHEALTHY",
        "MANUAL, 1000, HEALTHY",
        "MANUAL, 1001, DEGRADED",
        "RESOLVED, 1000000, HEALTHY"
    })
    void counts_beyond_a_threshold_are_not_healthy(LetterStatus status, long count, HealthVerdict.Level expected) {
        HealthVerdict verdict = builtIn.judge(overview(status, count, 0, QUIET));

        assertThat(verdict.level()).isEqualTo(expected);
        assertThat(verdict.reasons().isEmpty()).isEqualTo(expected == HealthVerdict.Level.HEALTHY);
    }

    @Test
    void the_reasons_say_the_number_and_the_threshold() {
        HealthVerdict verdict = builtIn.judge(overview(LetterStatus.FAILED, 12, 0, QUIET));

        assertThat(verdict.reasons()).containsExactly("letters failed: 12, more than 10");
    }

    @Test
    void many_captures_in_a_minute_are_degraded() {
        assertThat(builtIn.judge(overview(LetterStatus.PENDING, 1, 101, QUIET)).level())
                .isEqualTo(HealthVerdict.Level.DEGRADED);
    }

    @Test
    void a_low_resolution_rate_is_degraded_once_enough_letters_ended() {
        Overview few = overview(LetterStatus.FAILED, 1, 0, new Overview.Flow(9, 9, 0, 9));
        Overview enough = overview(LetterStatus.FAILED, 1, 0, new Overview.Flow(10, 10, 4, 6));

        assertThat(builtIn.judge(few).level()).isEqualTo(HealthVerdict.Level.HEALTHY);
        assertThat(builtIn.judge(enough).reasons())
                .containsExactly("share of letters resolved in the last hour: 0.4, less than 0.5");
    }

    @Test
    void without_rules_everything_is_healthy() {
        assertThat(new HealthRules(List.of())
                        .judge(overview(LetterStatus.FAILED, 1_000_000, 0, QUIET))
                        .level())
                .isEqualTo(HealthVerdict.Level.HEALTHY);
    }

    @Test
    void a_rule_for_information_makes_nothing_ill() {
        HealthRules own = new HealthRules(List.of(rule(Subject.OLDEST_AGE, Severity.INFO, Optional.empty())));

        assertThat(own.judge(overview(LetterStatus.PENDING, 1, 0, QUIET)).level())
                .isEqualTo(HealthVerdict.Level.HEALTHY);
    }

    @Test
    void a_rule_about_some_channels_says_nothing_about_all() {
        HealthRules own =
                new HealthRules(List.of(rule(Subject.PENDING, Severity.CRITICAL, Optional.of(new Glob("payment.*")))));

        assertThat(own.judge(overview(LetterStatus.PENDING, 101, 0, QUIET)).level())
                .isEqualTo(HealthVerdict.Level.HEALTHY);
    }

    private static AlertRule rule(Subject subject, Severity severity, Optional<Glob> channel) {
        return new AlertRule("own", subject, Comparison.ABOVE, 10, severity, channel);
    }

    private static Overview overview(LetterStatus status, long count, long perMinute, Overview.Flow lastHour) {
        Tally tally = new Tally("orders", "Timeout", Category.TIMEOUT, new StatusCounts(Map.of(status, count)));
        return new Overview(new Tallies(List.of(tally)), perMinute, lastHour, Optional.of(Duration.ofMinutes(1)));
    }
}
