package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.server.web.Problem;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeAheadTest {
    /** A Monday. */
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

    private static Instant of(String text, String zone) {
        return TimeAhead.of("until", text, NOW, ZoneId.of(zone));
    }

    @ParameterizedTest
    @CsvSource({
        "2h,                    2026-03-02T12:00:00Z",
        "in 15 min,             2026-03-02T10:15:00Z",
        "3d,                    2026-03-05T10:00:00Z",
        "1w,                    2026-03-09T10:00:00Z",
        "18:00,                 2026-03-02T18:00:00Z",
        "9:30,                  2026-03-03T09:30:00Z",
        "today 11:00,           2026-03-02T11:00:00Z",
        "tomorrow,              2026-03-03T09:00:00Z",
        "Tomorrow 14,           2026-03-03T14:00:00Z",
        "friday 14:00,          2026-03-06T14:00:00Z",
        "monday,                2026-03-09T09:00:00Z",
        "2026-03-10,            2026-03-10T09:00:00Z",
        "2026-03-10 07:15,      2026-03-10T07:15:00Z",
        "2026-03-10T07:15:00Z,  2026-03-10T07:15:00Z"
    })
    void a_time_to_come_is_read_as_people_type_it(String text, String time) {
        assertThat(of(text, "UTC")).isEqualTo(time);
    }

    @Test
    void it_is_in_the_zone_of_the_reader() {
        assertThat(of("18:00", "Europe/Berlin")).isEqualTo("2026-03-02T17:00:00Z");
        assertThat(of("tomorrow", "America/New_York")).isEqualTo("2026-03-03T14:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "soon",
                "yesterday",
                "today 9:00",
                "0h",
                "25:00",
                "someday",
                "2026-02-30",
                "99999w",
                "18:00 today"
            })
    void anything_else_is_refused_with_examples(String text) {
        assertThatThrownBy(() -> of(text, "UTC"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("type for example 2h, 18:00, tomorrow");
    }
}
