package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "59, 59s",
        "60, 1m",
        "61, 1m1s",
        "599, 9m59s",
        "600, 10m",
        "659, 10m",
        "3600, 1h",
        "5400, 1h30m",
        "36000, 10h",
        "86400, 1d",
        "90000, 1d1h",
        "864000, 10d",
        "31536000, 1y",
        "31622400, 1y1d",
        "-5, 0s"
    })
    void a_duration_is_written_in_one_or_two_units(long seconds, String said) {
        assertThat(TimeText.words(Duration.ofSeconds(seconds))).isEqualTo(said);
    }

    @Test
    void times_are_written_relative_to_now() {
        assertThat(TimeText.relative("2026-11-15T11:57:00Z", NOW)).isEqualTo("3m ago");
        assertThat(TimeText.relative("2026-11-15T12:00:12Z", NOW)).isEqualTo("in 12s");
        assertThat(TimeText.relative("2026-11-15T12:00:00.400Z", NOW)).isEqualTo("now");
        assertThat(TimeText.relative("yesterday", NOW)).isEqualTo("yesterday");
        assertThat(TimeText.age("2026-11-15T12:00:01Z", NOW)).isEqualTo("0s");
    }

    @Test
    void long_durations_are_written_more_coarsely() {
        assertThat(TimeText.took(31)).isEqualTo("31 ms");
        assertThat(TimeText.took(4250)).isEqualTo("4.2 s");
        assertThat(TimeText.took(61_000)).isEqualTo("1m1s");
    }
}
