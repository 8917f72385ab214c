package dev.redrive.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionsTest {
    private record Measured(double cpuLoad, double memoryUse, boolean databaseConnectionsAvailable)
            implements HostLoad {}

    @ParameterizedTest
    @CsvSource({
        "0.79, 0.84, true,  true,  true",
        "0.80, 0.84, true,  true,  false",
        "0.79, 0.85, true,  true,  false",
        "0.79, 0.84, false, true,  false",
        "0.79, 0.84, true,  false, false"
    })
    void by_default_all_four_must_hold(
            double cpu, double memory, boolean database, boolean circuitClosed, boolean expected) {
        HostLoad load = new Measured(cpu, memory, database);

        boolean met = Conditional.defaults().met(load, circuitClosed);

        assertThat(met).isEqualTo(expected);
    }

    @Test
    void conditions_that_are_not_set_do_not_matter() {
        Conditions none = new Conditions(false, null, null, false);

        boolean met = none.met(new Measured(1, 1, false), false);

        assertThat(met).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.5, 1.01, 80, Double.NaN})
    void a_limit_that_is_no_share_is_refused_by_name(double limit) {
        assertThatThrownBy(() -> new Conditions(true, limit, null, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cpu-below must be more than 0 and at most 1, was " + limit);
        assertThatThrownBy(() -> new Conditions(true, null, limit, true))
                .hasMessage("memory-below must be more than 0 and at most 1, was " + limit);
    }
}
