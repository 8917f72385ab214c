package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineComparisonTest {
    @Test
    void lines_that_both_have_stand_beside_each_other() {
        List<LineComparison.Line> lines =
                LineComparison.lines(List.of("{", "a: 1", "c: 3", "}"), List.of("{", "a: 2", "b: 2", "c: 3", "}"));

        assertThat(lines)
                .containsExactly(
                        new LineComparison.Line("{", "{"),
                        new LineComparison.Line("a: 1", "a: 2"),
                        new LineComparison.Line(null, "b: 2"),
                        new LineComparison.Line("c: 3", "c: 3"),
                        new LineComparison.Line("}", "}"));
    }

    @Test
    void a_side_without_lines_is_empty() {
        assertThat(LineComparison.lines(List.of(), List.of("a"))).containsExactly(new LineComparison.Line(null, "a"));
        assertThat(LineComparison.lines(List.of("a"), List.of())).containsExactly(new LineComparison.Line("a", null));
    }
}
