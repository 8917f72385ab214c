package dev.redrive.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redrive.classify.Rule.StatusRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusRangeTest {
    @ParameterizedTest
    @CsvSource({"503, 503, 503", "500-599, 500, 599", "5xx, 500, 599", "100, 100, 100"})
    void a_range_is_one_status_or_two_ends_or_a_hundred(String text, int first, int last) {
        assertThat(StatusRange.parse(text)).isEqualTo(new StatusRange(first, last));
    }

    @ParameterizedTest
    @ValueSource(strings = {"teapot", "99", "600", "6xx", "5XX", "500-", "-500", "500 - 599", ""})
    void anything_else_is_refused_with_what_is_allowed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatusRange.parse(text))
                .withMessage("http-status is 503, 500-599 or 5xx, not \"" + text + "\"");
    }

    @Test
    void a_range_that_ends_before_it_begins_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatusRange.parse("599-500"))
                .withMessageContaining("ends before it begins");
    }
}
