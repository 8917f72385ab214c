package dev.redrive.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.policy.Conditions;
import dev.redrive.policy.HostLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmHostLoadTest {
    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN})
    void an_unknown_cpu_load_is_fine(double unknown) {
        HostLoad load = new JvmHostLoad(() -> unknown, () -> true);

        boolean met = new Conditions(false, 0.01, null, false).met(load, true);

        assertThat(met).isTrue();
    }

    @Test
    void a_known_cpu_load_is_passed_on() {
        HostLoad load = new JvmHostLoad(() -> 0.7, () -> true);

        assertThat(load.cpuLoad()).isEqualTo(0.7);
    }

    @Test
    void this_machine_reports_shares_and_asks_for_the_database() {
        assertThat(new JvmHostLoad(() -> true).cpuLoad()).isBetween(0.0, 1.0);
        assertThat(new JvmHostLoad(() -> true).memoryUse()).isGreaterThan(0).isLessThanOrEqualTo(1);
        assertThat(new JvmHostLoad(() -> true).databaseConnectionsAvailable()).isTrue();
        assertThat(new JvmHostLoad(() -> false).databaseConnectionsAvailable()).isFalse();
    }
}
