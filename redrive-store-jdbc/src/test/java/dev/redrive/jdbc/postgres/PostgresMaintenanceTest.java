package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresMaintenanceTest {
    /** While an old snapshot is held, a fold reads every change since; after ten minutes of full load that takes half a second. */
    @ParameterizedTest
    @CsvSource({"0, 1000", "20, 1000", "100, 5000", "500, 25000", "2000, 30000"})
    void folding_takes_a_fiftieth_of_the_time_but_happens_every_half_minute(long took, int pause) {
        assertThat(PostgresMaintenance.foldAfter(took)).isEqualTo(pause);
    }
}
