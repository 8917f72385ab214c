package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void the_launcher_says_what_is_a_terminal_and_how_large() {
        assertThat(detect("12", "50 132", Map.of())).isEqualTo(new Terminal(false, true, true, 132, 50));
        assertThat(detect("012", "", Map.of())).isEqualTo(new Terminal(true, true, true, 80, 24));
        assertThat(detect("2", "50 132", Map.of()))
                .isEqualTo(new Terminal(false, false, true, Terminal.ENDLESS, 50, 132));
        assertThat(detect("", "", Map.of())).isEqualTo(Terminal.none());
    }

    @Test
    void columns_count_more_even_without_a_terminal() {
        assertThat(detect("012", "50 132", Map.of("COLUMNS", "100")).width()).isEqualTo(100);
        assertThat(detect("", "", Map.of("COLUMNS", "100")).width()).isEqualTo(100);
        assertThat(detect("012", "50 132", Map.of("COLUMNS", "x")).width()).isEqualTo(132);
        assertThat(detect("012", "0 0", Map.of()).width()).isEqualTo(80);
    }

    private static Terminal detect(String terminals, String size, Map<String, String> environment) {
        Properties properties = new Properties();
        properties.setProperty("redrive.terminal", terminals);
        properties.setProperty("redrive.size", size);
        return Terminal.detect(properties, environment);
    }
}
