package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String drawn(Terminal terminal, long done, long total, String words) {
        err.reset();
        new ProgressBar(new PrintStream(err, true, StandardCharsets.UTF_8), terminal).draw(done, total, words);
        return err.toString(StandardCharsets.UTF_8).replace("\r\u001b[2K", "");
    }

    @Test
    void nothing_is_zero_percent_and_one_of_many_is_not() {
        assertThat(ProgressBar.percent(0, 120)).isEqualTo("0 %");
        assertThat(ProgressBar.percent(1, 120)).isEqualTo("1 %");
        assertThat(ProgressBar.percent(119, 120)).isEqualTo("99 %");
    }

    @Test
    void a_bar_says_how_much_of_all_is_done_and_is_whole_only_at_the_end() {
        Terminal terminal = new Terminal(true, true, true, 120, 40);

        assertThat(drawn(terminal, 999, 1000, "almost")).endsWith("-] 99 %  almost");
        assertThat(drawn(terminal, 1000, 1000, "all")).endsWith("#] 100 %  all");
        assertThat(drawn(terminal, 5, 0, "who knows")).isEqualTo("who knows");
    }

    @Test
    void it_fits_the_terminal_although_output_goes_into_a_file() {
        Terminal narrow = new Terminal(true, false, true, Terminal.ENDLESS, 40, 60);

        assertThat(drawn(narrow, 1, 2, "word ".repeat(50))).hasSizeLessThan(60);
    }

    @Test
    void without_a_terminal_nothing_is_drawn() {
        assertThat(drawn(Terminal.none(), 1, 2, "half")).isEmpty();
    }

    @Test
    void what_is_left_follows_from_the_rate_when_there_is_one() {
        assertThat(ProgressBar.left(300, 10)).isEqualTo(", 30s left");
        assertThat(ProgressBar.left(301, 10)).isEqualTo(", 31s left");
        assertThat(ProgressBar.left(300, 0)).isEmpty();
        assertThat(ProgressBar.left(0, 10)).isEmpty();
    }
}
