package dev.redrive.server.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Payload;
import org.junit.jupiter.api.Test;

/** A part of a payload at a time. */
class PayloadWindowTest {
    @Test
    void bytes_stand_in_rows_of_sixteen_with_what_is_readable() {
        byte[] bytes = new byte[18];
        bytes[1] = 'R';
        bytes[17] = (byte) 0xFF;

        PayloadWindow window = PayloadWindow.bytes(Payload.of(bytes), 0);

        assertThat(window.text()).isEqualTo("""
                00000000  00 52 00 00 00 00 00 00 00 00 00 00 00 00 00 00  .R..............
                00000010  00 ff                                            ..
                """);
        assertThat(window.hasAfter()).isFalse();
    }

    @Test
    void a_later_window_says_where_its_bytes_stand() {
        byte[] bytes = new byte[5_000_000];
        bytes[4096] = 'R';

        PayloadWindow window = PayloadWindow.bytes(Payload.of(bytes), 4096);

        assertThat(window.text())
                .startsWith("00001000  52 00")
                .contains("00001ff0  00")
                .hasLineCount(256);
        assertThat(window.to()).isEqualTo(8192);
        assertThat(window.size()).isEqualTo(5_000_000);
    }

    @Test
    void all_windows_of_a_text_together_are_the_text_and_none_begins_within_a_character() {
        String text = "a" + "🍵".repeat(100_000);
        StringBuilder together = new StringBuilder();
        int from = 0;

        while (from < text.length()) {
            PayloadWindow window = PayloadWindow.text(text, from);
            assertThat(Character.isLowSurrogate(window.text().charAt(0))).isFalse();
            together.append(window.text());
            from += window.step();
        }

        assertThat(together).hasToString(text);
    }

    @Test
    void a_place_behind_the_end_shows_nothing() {
        assertThat(PayloadWindow.text("abc", 999_999_999).text()).isEmpty();
        assertThat(PayloadWindow.bytes(Payload.of("abc"), 999_999_999).text()).isEmpty();
    }
}
