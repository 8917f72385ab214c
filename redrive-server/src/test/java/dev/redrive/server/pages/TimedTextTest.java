package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimedTextTest {
    private static String joined(String text) {
        return TimedText.of(text).parts().stream().map(TimedText.Part::text).collect(Collectors.joining());
    }

    @Test
    void the_times_in_a_text_are_found_and_the_rest_stays() {
        TimedText text = TimedText.of("open from 2026-11-19T21:13:07Z to 2026-11-19T21:35:30.463386466Z, <b>");

        assertThat(text.parts())
                .containsExactly(
                        new TimedText.Part("open from ", Optional.empty()),
                        new TimedText.Part("2026-11-19T21:13:07Z", Optional.of(Instant.parse("2026-11-19T21:13:07Z"))),
                        new TimedText.Part(" to ", Optional.empty()),
                        new TimedText.Part(
                                "2026-11-19T21:35:30.463386466Z",
                                Optional.of(Instant.parse("2026-11-19T21:35:30.463386466Z"))),
                        new TimedText.Part(", <b>", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no time",
                "2026-13-01T00:00:00Z",
                "2026-11-19T21:13:07",
                "12026-11-19T21:13:07Z",
                "2026-11-19"
            })
    void what_is_no_time_stays_text(String text) {
        assertThat(TimedText.of(text).parts()).allMatch(part -> part.time().isEmpty());
        assertThat(joined(text)).isEqualTo(text);
    }

    @Test
    @Timeout(10)
    void a_long_text_takes_no_longer_than_its_length() {
        String text = "2026-11-19T21:13:07.123456789".repeat(100_000);

        assertThat(joined(text)).hasSize(text.length());
    }
}
