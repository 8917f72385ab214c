package dev.redrive.server.causes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LetterComparisonTest {
    @Test
    void lines_that_both_have_stand_beside_each_other() {
        List<LetterComparison.Line> lines =
                LetterComparison.lines(List.of("{", "a: 1", "c: 3", "}"), List.of("{", "a: 2", "b: 2", "c: 3", "}"));

        assertThat(lines)
                .containsExactly(
                        new LetterComparison.Line("{", "{"),
                        new LetterComparison.Line("a: 1", "a: 2"),
                        new LetterComparison.Line(null, "b: 2"),
                        new LetterComparison.Line("c: 3", "c: 3"),
                        new LetterComparison.Line("}", "}"));
    }

    @Test
    void a_side_without_lines_is_empty() {
        assertThat(LetterComparison.lines(List.of(), List.of("a")))
                .containsExactly(new LetterComparison.Line(null, "a"));
        assertThat(LetterComparison.lines(List.of("a"), List.of()))
                .containsExactly(new LetterComparison.Line("a", null));
    }
}
