package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
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
}
