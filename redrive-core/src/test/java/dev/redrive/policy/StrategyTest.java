package dev.redrive.policy;

import static dev.redrive.policy.RetryContexts.NOON;
import static dev.redrive.policy.RetryContexts.afterRetries;
import static dev.redrive.policy.RetryContexts.notBefore;
import static dev.redrive.policy.RetryContexts.withChance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 2",
        "2, 4",
        "3, 8",
        "8, 256",
        "9, 300",
        "61, 300",
        "62, 300",
        "63, 300",
        "64, 300",
        "2147483647, 300"
    })
    void exponential_doubles_the_delay_up_to_its_maximum(int retryCount, long seconds) {
        Decision decision = Exponential.defaults().next(withChance(retryCount, 0));

        assertThat(decision).isEqualTo(new Decision.RetryAt(NOON.plusSeconds(seconds)));
    }

    @Test
    void exponential_adds_its_share_of_jitter() {
        Decision decision = Exponential.defaults().next(withChance(2, 0.5));

        assertThat(decision).isEqualTo(new Decision.RetryAt(NOON.plusMillis(4600)));
    }

    @Test
    void exponential_jitter_stays_within_thirty_percent_and_differs() {
        Random random = new Random(7);

        List<Decision> decisions = Stream.generate(
                        () -> Exponential.defaults().next(new RetryContext(20, NOON, null, random)))
                .limit(1000)
                .toList();

        assertThat(decisions)
                .doesNotHaveDuplicates()
                .allSatisfy(
                        decision -> assertThat(time(decision)).isBetween(NOON.plusSeconds(300), NOON.plusSeconds(390)));
    }

    @Test
    void exponential_never_overflows_even_with_the_longest_delays() {
        Duration longest = Duration.ofDays(3650);
        Strategy slow = new Exponential(longest, longest, 1);
        Strategy wide = new Exponential(Duration.ofNanos(1), longest, 1);

        for (int retryCount : new int[] {0, 1, 33, 58, 59, 61, 62, 63, 64, Integer.MAX_VALUE}) {
            assertThat(time(slow.next(withChance(retryCount, 0.999)))).isBefore(NOON.plus(Duration.ofDays(7300)));
            assertThat(time(wide.next(withChance(retryCount, 0.999)))).isBefore(NOON.plus(Duration.ofDays(7300)));
        }
        assertThat(time(wide.next(withChance(58, 0)))).isEqualTo(NOON.plusNanos(1L << 58));
        assertThat(time(wide.next(withChance(59, 0)))).isEqualTo(NOON.plus(longest));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 5", "2, 15", "3, 30", "4, 60", "5, 60", "2147483647, 60"})
    void ladder_takes_one_step_per_retry_and_repeats_the_last(int retryCount, long minutes) {
        Decision decision = Ladder.defaults().next(afterRetries(retryCount));

        assertThat(decision).isEqualTo(new Decision.RetryAt(NOON.plus(Duration.ofMinutes(minutes))));
    }

    @Test
    void conditional_backs_off_like_the_default_exponential() {
        Decision decision = Conditional.defaults().next(withChance(3, 0.5));

        assertThat(decision).isEqualTo(Exponential.defaults().next(withChance(3, 0.5)));
    }

    @Test
    void manual_sets_aside_and_never_gives_up() {
        assertThat(new Manual().next(afterRetries(0))).isEqualTo(new Decision.SetAside());
        assertThat(new Never().next(afterRetries(0))).isEqualTo(new Decision.GiveUp());
    }

    static Stream<Strategy> retrying() {
        return Stream.of(Exponential.defaults(), Ladder.defaults(), OffPeak.defaults(), Conditional.defaults());
    }

    @ParameterizedTest
    @MethodSource("retrying")
    void a_later_retry_after_wins(Strategy strategy) {
        Instant muchLater = NOON.plus(Duration.ofDays(3));

        Decision decision = strategy.next(notBefore(muchLater));

        assertThat(decision).isEqualTo(new Decision.RetryAt(muchLater));
    }

    @ParameterizedTest
    @MethodSource("retrying")
    void an_earlier_retry_after_changes_nothing(Strategy strategy) {
        Decision decision = strategy.next(notBefore(NOON.plusMillis(1)));

        assertThat(decision).isEqualTo(strategy.next(afterRetries(0)));
    }

    @Test
    void each_strategy_has_the_word_used_in_configuration() {
        Stream<Strategy> all = Stream.concat(retrying(), Stream.of(new Manual(), new Never()));

        assertThat(all.map(Strategy::word))
                .containsExactly("exponential", "ladder", "off-peak", "conditional", "manual", "never");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void jitter_outside_0_to_1_is_refused(double jitter) {
        assertThatThrownBy(() -> new Exponential(Duration.ofSeconds(1), Duration.ofSeconds(2), jitter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("jitter must be between 0 and 1, was " + jitter);
    }

    @Test
    void delays_that_make_no_sense_are_refused_by_name() {
        Duration second = Duration.ofSeconds(1);

        assertThatThrownBy(() -> new Exponential(Duration.ZERO, second, 0))
                .hasMessageStartingWith("base must be more than 0");
        assertThatThrownBy(() -> new Exponential(second, Duration.ofMillis(999), 0))
                .hasMessage("max must be at least base, was PT0.999S with base PT1S");
        assertThatThrownBy(() -> new Exponential(second, Duration.ofSeconds(Long.MAX_VALUE), 0))
                .hasMessageStartingWith("max must be more than 0 and at most 3650 days");
        assertThatThrownBy(() -> new Ladder(List.of())).hasMessage("steps must not be empty");
        assertThatThrownBy(() -> new Ladder(List.of(second, second.negated())))
                .hasMessage("each of steps must be between 0 and 3650 days, was PT-1S");
        assertThatThrownBy(() -> new Conditional(Conditions.defaults(), Duration.ZERO))
                .hasMessageStartingWith("recheck must be more than 0");
    }

    @Test
    void hours_that_no_clock_shows_are_refused() {
        assertThatThrownBy(() -> new OffPeak(List.of(), ZoneOffset.UTC)).hasMessage("hours must not be empty");
        assertThatThrownBy(() -> new OffPeak(List.of(2, 24), ZoneOffset.UTC))
                .hasMessage("each of hours must be between 0 and 23, was 24");
        assertThatThrownBy(() -> new OffPeak(List.of(-1), ZoneOffset.UTC))
                .hasMessage("each of hours must be between 0 and 23, was -1");
    }

    @Test
    void a_negative_retry_count_is_refused() {
        assertThatThrownBy(() -> afterRetries(-1)).hasMessage("retryCount must not be negative, was -1");
    }

    private static Instant time(Decision decision) {
        return ((Decision.RetryAt) decision).time();
    }
}
