package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The words of a line of bars. */
class SparklineTest {
    @Test
    void a_count_that_stopped_says_so_with_a_plus_and_one_that_did_not_is_exact() {
        Sparkline stopped = Sparkline.of(List.of(0L, 10_000L), true, "24 h");
        Sparkline exact = Sparkline.of(List.of(0L, 1L), false, "24 h");

        assertThat(stopped.label())
                .isEqualTo(NameText.number(10_000) + "+ letters in the last 24 h")
                .doesNotContain("more than");
        assertThat(exact.label()).isEqualTo("1 letter in the last 24 h");
    }
}
