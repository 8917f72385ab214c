package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextWidthTest {
    @Test
    void east_asian_characters_and_emoji_take_two_columns() {
        assertThat(TextWidth.of("abc")).isEqualTo(3);
        assertThat(TextWidth.of("日本語")).isEqualTo(6);
        assertThat(TextWidth.of("한국")).isEqualTo(4);
        assertThat(TextWidth.of("ｆｕｌｌ")).isEqualTo(8);
        assertThat(TextWidth.of("👍")).isEqualTo(2);
        assertThat(TextWidth.of("𠀋")).isEqualTo(2);
    }

    @Test
    void accents_of_their_own_take_none() {
        assertThat(TextWidth.of("e\u0301")).isEqualTo(1);
        assertThat(TextWidth.of("ü")).isEqualTo(1);
    }

    @Test
    void what_is_cut_never_gets_wider_than_it_may() {
        assertThat(TextWidth.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(TextWidth.cut("abcdef", 5)).isEqualTo("abcd…");
        assertThat(TextWidth.cut("日本語", 5)).isEqualTo("日本…");
        assertThat(TextWidth.cut("日本語", 4)).isEqualTo("日…");
        assertThat(TextWidth.cut("日本語", 1)).isEqualTo("…");
        assertThat(TextWidth.cut("👍👍", 2)).isEqualTo("…");
    }
}
