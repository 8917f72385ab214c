package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeParserTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "90s, PT1M30S",
        "15m, PT15M",
        "24h, PT24H",
        "7d, PT168H",
        "2w, PT336H",
        "1y, PT8760H",
        "PT5M, PT5M",
        "P1D, PT24H"
    })
    void durations_are_read_in_their_written_forms(String text, Duration expected) {
        assertThat(TimeParser.duration("age", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-02T10:00:00Z, 2026-03-02T10:00:00Z",
        "2026-03-02T10:00:00.123+01:00, 2026-03-02T09:00:00.123Z",
        "2026-03-02T10:00Z, 2026-03-02T10:00:00Z",
        "2026-03-02T10:00+01:00, 2026-03-02T09:00:00Z",
        "2026-03-02T10:00:00, 2026-03-02T10:00:00Z",
        "2026-03-02, 2026-03-02T00:00:00Z"
    })
    void times_are_utc_when_they_do_not_say(String text, Instant expected) {
        assertThat(TimeParser.instant("from", text)).isEqualTo(expected);
    }

    @Test
    void what_is_neither_is_shown_back_but_not_at_length() {
        assertThatThrownBy(() -> TimeParser.duration("age", "x".repeat(5000)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("age is not a duration")
                .message()
                .hasSizeLessThan(300);
    }
}
