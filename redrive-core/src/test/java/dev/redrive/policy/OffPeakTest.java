package dev.redrive.policy;

import static dev.redrive.policy.RetryContexts.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffPeakTest {
    /** The fourth column is the local time, for the reader. */
    @ParameterizedTest(name = "in {0}, hours {1}: after {2} ({3}) comes {4}")
    @CsvSource(delimiter = '|', textBlock = """
        UTC              | 2 3 4 | 2026-11-15T01:59:59Z | 01:59:59             | 2026-11-15T02:00:00Z
        UTC              | 2 3 4 | 2026-11-15T02:00:00Z | 02:00, strictly after | 2026-11-15T03:00:00Z
        UTC              | 4 2 3 | 2026-11-15T02:30:00Z | 02:30, in any order  | 2026-11-15T03:00:00Z
        UTC              | 2 3 4 | 2026-11-15T04:30:00Z | 04:30                | 2026-11-16T02:00:00Z
        UTC              | 0     | 2026-12-31T23:30:00Z | 23:30                | 2027-01-01T00:00:00Z
        Asia/Kolkata     | 2 3 4 | 2026-11-14T20:29:00Z | 01:59                | 2026-11-14T20:30:00Z
        Asia/Kolkata     | 2 3 4 | 2026-11-14T23:00:00Z | 04:30                | 2026-11-15T20:30:00Z
        Europe/Berlin    | 2 3 4 | 2026-03-28T12:00:00Z | 13:00, summer comes  | 2026-03-29T01:00:00Z
        Europe/Berlin    | 2     | 2026-03-28T12:00:00Z | 13:00, no 02:00      | 2026-03-30T00:00:00Z
        Europe/Berlin    | 2 3 4 | 2026-03-29T00:59:59Z | 01:59:59             | 2026-03-29T01:00:00Z
        Europe/Berlin    | 2 3 4 | 2026-03-29T01:00:00Z | 03:00                | 2026-03-29T02:00:00Z
        Europe/Berlin    | 2     | 2026-10-24T12:00:00Z | 14:00, summer ends   | 2026-10-25T00:00:00Z
        Europe/Berlin    | 2     | 2026-10-25T00:30:00Z | 02:30, first time    | 2026-10-26T01:00:00Z
        Europe/Berlin    | 2 3   | 2026-10-25T00:30:00Z | 02:30, first time    | 2026-10-25T02:00:00Z
        Europe/Berlin    | 2 3   | 2026-10-25T01:30:00Z | 02:30, second time   | 2026-10-25T02:00:00Z
        America/New_York | 2 3 4 | 2026-03-08T06:30:00Z | 01:30, no 02:00      | 2026-03-08T07:00:00Z
        America/New_York | 2     | 2026-03-08T06:30:00Z | 01:30, no 02:00      | 2026-03-09T06:00:00Z
        America/New_York | 1     | 2026-11-01T04:30:00Z | 00:30, 01:00 twice   | 2026-11-01T05:00:00Z
        America/New_York | 1     | 2026-11-01T05:30:00Z | 01:30, first time    | 2026-11-02T06:00:00Z
        America/New_York | 2     | 2026-11-01T05:30:00Z | 01:30, first time    | 2026-11-01T07:00:00Z
        Pacific/Apia     | 2     | 2011-12-29T13:00:00Z | 03:00, no next day   | 2011-12-30T12:00:00Z
        """)
    void a_later_retry_waits_for_the_next_start_of_a_quiet_hour(
            String zone, String hours, Instant now, String localTime, Instant expected) {
        OffPeak strategy = new OffPeak(
                Stream.of(hours.split(" ", -1)).map(Integer::valueOf).toList(), ZoneId.of(zone));

        Decision decision = strategy.next(at(now.toString(), 1));

        assertThat(decision).as(localTime).isEqualTo(new Decision.RetryAt(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-11-15T02:00:00Z",
        "UTC, 2026-11-15T04:59:59Z",
        "Asia/Kolkata, 2026-11-14T20:30:00Z",
        "Europe/Berlin, 2026-10-25T00:30:00Z",
        "Europe/Berlin, 2026-10-25T01:30:00Z"
    })
    void the_first_retry_happens_at_once_when_it_is_a_quiet_hour_already(String zone, Instant now) {
        OffPeak strategy = new OffPeak(List.of(2, 3, 4), ZoneId.of(zone));

        Decision decision = strategy.next(at(now.toString(), 0));

        assertThat(decision).isEqualTo(new Decision.RetryAt(now));
    }

    @Test
    void the_first_retry_waits_when_it_is_a_busy_hour() {
        Decision decision = OffPeak.defaults().next(at("2026-11-15T05:00:00Z", 0));

        assertThat(decision).isEqualTo(new Decision.RetryAt(Instant.parse("2026-11-16T02:00:00Z")));
    }

    @Test
    void hours_are_kept_in_order_and_once() {
        OffPeak strategy = new OffPeak(List.of(4, 2, 4, 3), ZoneOffset.UTC);

        assertThat(strategy).isEqualTo(OffPeak.defaults());
    }
}
