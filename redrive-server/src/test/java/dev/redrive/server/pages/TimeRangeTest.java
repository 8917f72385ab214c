package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.server.web.Problem;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeRangeTest {
    /** A Thursday, 10:30 in Berlin. */
    private static final Instant NOW = Instant.parse("2026-11-19T09:30:00Z");

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "yesterday 14:00-15:00,  2026-11-18T13:00:00Z, 2026-11-18T14:00:00Z",
        "Yesterday 14:00 – 15:00, 2026-11-18T13:00:00Z, 2026-11-18T14:00:00Z",
        "yesterday,              2026-11-17T23:00:00Z, 2026-11-18T23:00:00Z",
        "today 9-10,             2026-11-19T08:00:00Z, 2026-11-19T09:00:00Z",
        "23:00-01:00,            2026-11-19T22:00:00Z, 2026-11-20T00:00:00Z",
        "today 0:00-24:00,       2026-11-18T23:00:00Z, 2026-11-19T23:00:00Z",
        "monday,                 2026-11-15T23:00:00Z, 2026-11-16T23:00:00Z",
        "2026-03-29,             2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
        "2026-03-02T10:00:00Z..2026-03-02T11:00:00Z, 2026-03-02T10:00:00Z, 2026-03-02T11:00:00Z",
    })
    void ranges_are_read_as_people_type_them_in_their_zone(String typed, Instant from, Instant to) {
        assertThat(TimeRange.of(typed, NOW, BERLIN)).isEqualTo(new TimeRange(from, Optional.of(to)));
    }

    @ParameterizedTest
    @CsvSource({
        "24h,         2026-11-18T09:30:00Z",
        "last 7 d,    2026-11-12T09:30:00Z",
        "15m,         2026-11-19T09:15:00Z",
        "monday 9:00, 2026-11-16T08:00:00Z",
        "2026-03-02T10:00:00Z.., 2026-03-02T10:00:00Z",
    })
    void some_have_no_end(String typed, Instant from) {
        assertThat(TimeRange.of(typed, NOW, BERLIN)).isEqualTo(new TimeRange(from, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "yesterday 14:00-15:00 | between 2026-11-18 14:00 and 15:00, Europe/Berlin",
                "yesterday 23:00-01:00 | between 2026-11-18 23:00 and 2026-11-19 01:00, Europe/Berlin",
                "24h                   | since 2026-11-18 10:30, Europe/Berlin"
            })
    void a_range_says_which_hours_in_which_zone_it_means(String typed, String words) {
        assertThat(TimeRange.of(typed, NOW, BERLIN).words(BERLIN)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "25:00-26:00",
                "2026-13-01",
                "yesterday 14:00-15:00 or so",
                "99999999999h",
                "..",
                "funday"
            })
    void what_is_no_range_is_refused_with_examples(String typed) {
        assertThatThrownBy(() -> TimeRange.of(typed, NOW, BERLIN))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("yesterday 14:00-15:00");
    }

    @Test
    void the_same_words_mean_another_time_elsewhere() {
        assertThat(TimeRange.of("today", NOW, ZoneId.of("Asia/Tokyo")).from())
                .isEqualTo(Instant.parse("2026-11-18T15:00:00Z"));
    }
}
