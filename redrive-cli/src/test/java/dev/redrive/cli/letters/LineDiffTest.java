package dev.redrive.cli.letters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineDiffTest {
    private static String shown(String before, String after) {
        List<LineDiff.Line> lines = LineDiff.of(before, after);
        return lines.stream().map(line -> line.kind().mark() + line.text()).collect(Collectors.joining("|"));
    }

    @Test
    void changed_lines_stand_between_those_that_stayed() {
        assertThat(shown("a\nb\nc", "a\nx\nc")).isEqualTo(" a|-b|+x| c");
        assertThat(shown("a\nb", "a\nb\nc\nd")).isEqualTo(" a| b|+c|+d");
        assertThat(shown("a\nb\nc", "c")).isEqualTo("-a|-b| c");
    }

    @Test
    void what_is_far_from_any_change_is_left_out() {
        String before = "1\n2\n3\n4\n5\n6\n7\n8\n9";

        assertThat(shown(before, before.replace("5", "x"))).isEqualTo("~…| 2| 3| 4|-5|+x| 6| 7| 8|~…");
    }

    @Test
    void texts_without_a_common_line_are_shown_one_after_the_other() {
        String many = "a\n".repeat(3000);

        assertThat(LineDiff.of(many, "b\n".repeat(3000))).hasSize(6000);
    }
}
