package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {
    @Test
    void plain_text_stays_as_it_is() {
        assertThat(SafeText.line("Read timed out; ünïcödé 日本 👍🏽")).isEqualTo("Read timed out; ünïcödé 日本 👍🏽");
    }

    @Test
    void sequences_for_the_terminal_are_shown_and_not_obeyed() {
        assertThat(SafeText.line("\u001b[2J\u001b]0;owned\u0007")).isEqualTo("\\u001b[2J\\u001b]0;owned\\u0007");
        assertThat(SafeText.line("\u009b31m")).isEqualTo("\\u009b31m");
        assertThat(SafeText.text("a\bb\u007f")).isEqualTo("a\\u0008b\\u007f");
    }

    @Test
    void no_text_can_turn_the_direction_of_writing() {
        assertThat(SafeText.line("abc\u202ecba\u2066")).isEqualTo("abc\\u202ecba\\u2066");
    }

    @Test
    void every_character_below_a_blank_and_every_c1_control_is_escaped() {
        for (int c = 0; c < 0xa0; c++) {
            boolean isControl = c < 0x20 || (c >= 0x7f && c < 0xa0);
            String shown = SafeText.line(Character.toString(c));
            if (isControl) assertThat(shown.chars()).as("%x", c).allMatch(x -> x >= 0x20 && x < 0x7f);
        }
    }

    @Test
    void a_line_stays_one_and_a_text_keeps_its_lines() {
        assertThat(SafeText.line("a\r\nb\tc\u2028d")).isEqualTo("a  b c\\u2028d");
        assertThat(SafeText.text("a\r\nb\tc")).isEqualTo("a\nb    c");
        assertThat(SafeText.text("secret\rpublic")).isEqualTo("secretpublic");
    }
}
