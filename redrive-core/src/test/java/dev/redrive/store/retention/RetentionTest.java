package dev.redrive.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetentionTest {
    @Test
    void times_are_written_in_the_largest_unit_that_fits() {
        assertThat(Retention.text(Duration.ofDays(30))).isEqualTo("30 days");
        assertThat(Retention.text(Duration.ofHours(36))).isEqualTo("36 hours");
        assertThat(Retention.text(Duration.ofMinutes(1))).isEqualTo("1 minute");
        assertThat(Retention.text(Duration.ofSeconds(90))).isEqualTo("90 seconds");
    }

    @Test
    void a_short_retention_is_named_in_the_notes_of_what_it_archives() {
        Retention retention = new Retention(Duration.ofDays(1), Duration.ofMinutes(5), Duration.ofDays(1));

        assertThat(retention.archiving().notes()).isEqualTo("failed and left alone for 5 minutes");
    }
}
