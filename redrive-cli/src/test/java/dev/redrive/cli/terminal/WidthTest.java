package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WidthTest {
    @Test
    void east_asian_characters_and_emoji_take_two_columns() {
        assertThat(Width.of("abc")).isEqualTo(3);
        assertThat(Width.of("日本語")).isEqualTo(6);
        assertThat(Width.of("한국")).isEqualTo(4);
        assertThat(Width.of("ｆｕｌｌ")).isEqualTo(8);
        assertThat(Width.of("👍")).isEqualTo(2);
        assertThat(Width.of("𠀋")).isEqualTo(2);
    }

    @Test
    void accents_of_their_own_take_none() {
        assertThat(Width.of("e\u0301")).isEqualTo(1);
        assertThat(Width.of("ü")).isEqualTo(1);
    }

    @Test
    void what_is_cut_never_gets_wider_than_it_may() {
        assertThat(Width.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Width.cut("abcdef", 5)).isEqualTo("abcd…");
        assertThat(Width.cut("日本語", 5)).isEqualTo("日本…");
        assertThat(Width.cut("日本語", 4)).isEqualTo("日…");
        assertThat(Width.cut("日本語", 1)).isEqualTo("…");
        assertThat(Width.cut("👍👍", 2)).isEqualTo("…");
    }
}
