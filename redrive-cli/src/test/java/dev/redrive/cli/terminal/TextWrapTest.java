package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextWrapTest {
    @Test
    void lines_break_between_words() {
        assertThat(TextWrap.lines("the quick brown fox jumps", 11)).containsExactly("the quick", "brown fox", "jumps");
        assertThat(TextWrap.lines("the quick brown", 9)).containsExactly("the quick", "brown");
    }

    @Test
    void what_fits_stays_as_it_is() {
        assertThat(TextWrap.lines("  two  blanks ", 80)).containsExactly("  two  blanks ");
        assertThat(TextWrap.lines("a b", Terminal.ENDLESS)).containsExactly("a b");
    }

    @Test
    void what_follows_is_as_far_in_as_its_line() {
        assertThat(TextWrap.lines("one\n  next: a b c d e f", 11)).containsExactly("one", "  next: a b", "  c d e f");
        assertThat(TextWrap.lines("letters   12 of them, old", 19, 10))
                .containsExactly("letters   12 of", "          them, old");
    }

    @Test
    void a_word_that_is_too_long_is_not_broken() {
        assertThat(TextWrap.lines("see https://example.com/a/long/address for more", 12))
                .containsExactly("see", "https://example.com/a/long/address", "for more");
        assertThat(TextWrap.lines("https://example.com/a/long/address", 12))
                .containsExactly("https://example.com/a/long/address");
    }

    @Test
    void colours_take_no_columns_and_wide_characters_two() {
        assertThat(TextWrap.lines("\u001b[31mred\u001b[0m and blue", 12))
                .containsExactly("\u001b[31mred\u001b[0m and blue");
        assertThat(TextWrap.lines("日本 語日 本語", 9)).containsExactly("日本 語日", "本語");
    }
}
