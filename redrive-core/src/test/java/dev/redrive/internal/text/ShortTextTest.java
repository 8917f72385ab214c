package dev.redrive.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortTextTest {
    @Test
    void a_text_that_fits_stays() {
        assertThat(ShortText.cut("abc", 3)).isEqualTo("abc");
        assertThat(ShortText.withDots("abc", 3)).isEqualTo("abc");
    }

    @Test
    void a_longer_one_is_cut_and_may_say_so() {
        assertThat(ShortText.cut("abcd", 3)).isEqualTo("abc");
        assertThat(ShortText.withDots("abcd", 3)).isEqualTo("ab…");
    }

    @Test
    void no_character_is_cut_in_two() {
        assertThat(ShortText.cut("ab\uD83D\uDE00", 3)).isEqualTo("ab");
        assertThat(ShortText.withDots("ab\uD83D\uDE00cd", 4)).isEqualTo("ab…");
    }
}
