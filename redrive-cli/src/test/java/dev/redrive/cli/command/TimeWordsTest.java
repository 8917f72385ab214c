package dev.redrive.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeWordsTest {
    /** A Thursday, 15:30 in Berlin. */
    private static final Instant NOW = Instant.parse("2026-11-19T14:30:00Z");

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final TimeWords words = new TimeWords(NOW, BERLIN);

    @ParameterizedTest
    @CsvSource({
        "now, 2026-11-19T14:30:00Z",
        "24h, 2026-11-18T14:30:00Z",
        "90s, 2026-11-19T14:28:30Z",
        "2w, 2026-11-05T14:30:00Z",
        "3d ago, 2026-11-16T14:30:00Z",
        "today, 2026-11-18T23:00:00Z",
        "yesterday, 2026-11-17T23:00:00Z",
        "Yesterday, 2026-11-17T23:00:00Z",
        "monday, 2026-11-15T23:00:00Z",
        "mon, 2026-11-15T23:00:00Z",
        "thursday, 2026-11-18T23:00:00Z",
        "friday, 2026-11-12T23:00:00Z",
        "14:00, 2026-11-19T13:00:00Z",
        "9:05, 2026-11-19T08:05:00Z",
        "16:00, 2026-11-18T15:00:00Z",
        "14:00:30, 2026-11-19T13:00:30Z",
        "yesterday 14:00, 2026-11-18T13:00:00Z",
        "2026-11-15, 2026-11-14T23:00:00Z",
        "2026-11-15 09:30, 2026-11-15T08:30:00Z",
        "2026-11-15T09:30, 2026-11-15T08:30:00Z",
        "2026-11-15T09:30:00Z, 2026-11-15T09:30:00Z",
        "2026-11-15T09:30:00.125Z, 2026-11-15T09:30:00.125Z",
        "2026-11-15T09:30:00+05:30, 2026-11-15T04:00:00Z"
    })
    void a_time_is_read_as_people_write_it(String text, Instant expected) {
        assertThat(words.instant("--from", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "yesterday 14:00-15:00, 2026-11-18T13:00:00Z, 2026-11-18T14:00:00Z",
        "yesterday 14:00 to 15:00, 2026-11-18T13:00:00Z, 2026-11-18T14:00:00Z",
        "2026-11-15 22:00 - 02:00, 2026-11-15T21:00:00Z, 2026-11-16T01:00:00Z",
        "14:00-15:00, 2026-11-19T13:00:00Z, 2026-11-19T14:00:00Z",
        "15:40-15:50, 2026-11-18T14:40:00Z, 2026-11-18T14:50:00Z",
        "2026-11-14..2026-11-15, 2026-11-13T23:00:00Z, 2026-11-15T23:00:00Z",
        "monday..yesterday, 2026-11-15T23:00:00Z, 2026-11-18T23:00:00Z",
        "2026-11-15T09:00:00Z..2026-11-15T09:30:00Z, 2026-11-15T09:00:00Z, 2026-11-15T09:30:00Z",
        "24h..1h, 2026-11-18T14:30:00Z, 2026-11-19T14:30:00Z"
    })
    void a_range_has_both_ends(String text, Instant from, Instant to) {
        TimeWords.Range range = words.range("--during", text);

        assertThat(range).isEqualTo(new TimeWords.Range(from, to, true));
    }

    @Test
    void a_day_alone_is_the_whole_day_and_a_span_ends_now() {
        assertThat(words.range("--during", "yesterday").to()).isEqualTo("2026-11-18T23:00:00Z");
        assertThat(words.range("--during", "24h").to()).isEqualTo(NOW);
        assertThat(words.range("--during", "yesterday").isRange()).isFalse();
    }

    /** On this day Berlin has 25 hours. */
    @Test
    void a_day_on_which_the_clock_is_put_back_is_as_long_as_it_is() {
        TimeWords.Range day = words.range("--during", "2026-10-25");

        assertThat(day.from()).isEqualTo("2026-10-24T22:00:00Z");
        assertThat(day.to()).isEqualTo("2026-10-25T23:00:00Z");
    }

    @Test
    void the_zone_decides_what_yesterday_is() {
        TimeWords utc = new TimeWords(Instant.parse("2026-11-19T23:30:00Z"), ZoneOffset.UTC);
        TimeWords berlin = new TimeWords(Instant.parse("2026-11-19T23:30:00Z"), BERLIN);

        assertThat(utc.instant("--from", "yesterday")).isEqualTo("2026-11-18T00:00:00Z");
        assertThat(berlin.instant("--from", "yesterday")).isEqualTo("2026-11-18T23:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "soon",
                "24",
                "h",
                "25:00",
                "14:60",
                "2026-13-01",
                "2026-02-30",
                "yesterday noon",
                "99999999y..1h",
                "-24h",
                "2026-11-15T",
                "T",
                "..",
                "yesterday..",
                "14:00-",
                "999999999y"
            })
    void what_is_no_time_is_refused_with_examples(String text) {
        assertThatThrownBy(() -> words.range("--from", text))
                .isInstanceOf(BadUsage.class)
                .hasMessageContaining("--from")
                .hasMessageContaining("yesterday 14:00-15:00");
    }

    @Test
    void a_range_that_ends_before_it_begins_is_refused() {
        assertThatThrownBy(() -> words.range("--during", "today..monday"))
                .isInstanceOf(BadUsage.class)
                .hasMessageContaining("ends before it begins");
    }

    @ParameterizedTest
    @CsvSource({"7d, 7d", "PT24H, PT24H", "24h, 24h", "yesterday, 142200s", "2026-11-19T14:29:00Z, 60s"})
    void an_age_may_be_a_time(String text, String expected) {
        assertThat(words.age("--older-than", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "2h, 2026-11-19T16:30:00Z",
        "16:00, 2026-11-19T15:00:00Z",
        "09:00, 2026-11-20T08:00:00Z",
        "tomorrow 09:00, 2026-11-20T08:00:00Z",
        "monday, 2026-11-22T23:00:00Z",
        "2026-12-01, 2026-11-30T23:00:00Z"
    })
    void the_next_time_lies_ahead(String text, Instant expected) {
        assertThat(words.next("--until", text)).isEqualTo(expected);
    }
}
