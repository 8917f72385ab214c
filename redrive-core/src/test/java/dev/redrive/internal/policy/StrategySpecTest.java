package dev.redrive.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redrive.policy.Conditional;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.OffPeak;
import dev.redrive.policy.StrategyKind;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrategySpecTest {
    @ParameterizedTest
    @EnumSource
    void a_kind_has_the_word_of_its_strategy(StrategyKind kind) {
        assertThat(StrategySpec.of(kind).strategy().word()).isEqualTo(kind.word());
    }

    @Test
    void what_is_not_set_has_its_default() {
        assertThat(StrategySpec.of(StrategyKind.EXPONENTIAL).strategy()).isEqualTo(Exponential.defaults());
        assertThat(StrategySpec.of(StrategyKind.LADDER).strategy()).isEqualTo(Ladder.defaults());
        assertThat(StrategySpec.of(StrategyKind.OFF_PEAK).strategy()).isEqualTo(OffPeak.defaults());
        assertThat(StrategySpec.of(StrategyKind.CONDITIONAL).strategy()).isEqualTo(Conditional.defaults());
    }

    @Test
    void what_is_set_is_used() {
        Duration minute = Duration.ofMinutes(1);
        ZoneId zone = ZoneId.of("Europe/Berlin");
        Conditions circuit = new Conditions(true, null, null, false);

        assertThat(StrategySpec.exponential(minute, minute, 0.0).strategy())
                .isEqualTo(new Exponential(minute, minute, 0));
        assertThat(StrategySpec.ladder(List.of(minute)).strategy()).isEqualTo(new Ladder(List.of(minute)));
        assertThat(StrategySpec.offPeak(List.of(5), zone).strategy()).isEqualTo(new OffPeak(List.of(5), zone));
        assertThat(StrategySpec.conditional(circuit, minute).strategy()).isEqualTo(new Conditional(circuit, minute));
    }

    @Test
    void a_base_longer_than_the_default_maximum_is_the_maximum_too() {
        Duration hour = Duration.ofHours(1);

        assertThat(StrategySpec.exponential(hour, null, null).strategy()).isEqualTo(new Exponential(hour, hour, 0.3));
    }

    @Test
    void a_maximum_below_the_base_is_refused() {
        StrategySpec spec = StrategySpec.exponential(null, Duration.ofMillis(10), null);

        assertThatIllegalArgumentException().isThrownBy(spec::strategy).withMessageContaining("max must be at least");
    }
}
