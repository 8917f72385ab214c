package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "PT0S, just now",
        "PT1.9S, just now",
        "PT2S, 2 s ago",
        "PT59.999S, 59 s ago",
        "PT1M, 1 min ago",
        "PT59M59S, 59 min ago",
        "PT1H, 1 h ago",
        "PT47H, 1 d ago",
        "P14D, 14 d ago",
        "P15D, 2026-02-15",
        "PT-12S, in 12 s",
        "PT-3H, in 3 h",
        "P-30D, 2026-04-01"
    })
    void a_time_reads_as_how_long_ago(Duration ago, String text) {
        assertThat(new TimeText(NOW.minus(ago), NOW).relative()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"PT-12S, in 12 s", "PT-2S, in 2 s", "PT-1.9S, due", "PT0S, due", "PT29M, due"})
    void a_time_to_come_that_has_come_is_due(Duration ago, String text) {
        assertThat(new TimeText(NOW.minus(ago), NOW).ahead("due")).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-02T10:00:00Z, Z,              2026-03-02T23:59:00Z, 23:59 UTC",
        "2026-03-02T10:00:00Z, Z,              2026-03-03T00:00:00Z, 2026-03-03 00:00 UTC",
        "2026-03-02T22:00:00Z, Z,              2026-03-03T08:00:00Z, 2026-03-03 08:00 UTC",
        "2026-03-02T22:30:00Z, Europe/Berlin,  2026-03-02T23:15:00Z, 2026-03-03 00:15 +01:00",
        "2026-03-02T23:30:00Z, Europe/Berlin,  2026-03-03T17:00:00Z, 18:00 +01:00"
    })
    void a_minute_names_its_day_unless_it_is_today_where_the_reader_is(
            Instant now, ZoneId zone, Instant at, String text) {
        assertThat(new TimeText(at, now, zone).minute()).isEqualTo(text);
    }
}
