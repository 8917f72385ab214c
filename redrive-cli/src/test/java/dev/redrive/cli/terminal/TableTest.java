package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
    private static Table letters() {
        return new Table(
                        Column.of("ID"),
                        Column.of("CHANNEL").cutTo(4),
                        Column.number("AGE"),
                        Column.of("KEY").droppable(1),
                        Column.of("ERROR").cutTo(6))
                .row(
                        Cell.of("019a"),
                        Cell.of("payments"),
                        Cell.of("3m"),
                        Cell.of("order-1"),
                        Cell.of("Connection refused"))
                .row(Cell.of("019b"), Cell.of("日本語"), Cell.of("12m"), Cell.of("-"), Cell.of("a\u001b[31m\nb"));
    }

    @Test
    void columns_are_aligned_also_below_wide_characters() {
        assertThat(letters().lines(Terminal.ENDLESS, Palette.PLAIN))
                .containsExactly(
                        "ID    CHANNEL   AGE  KEY      ERROR",
                        "019a  payments   3m  order-1  Connection refused",
                        "019b  日本語    12m  -        a\\u001b[31m b");
    }

    @Test
    void whatever_the_width_no_line_is_wider() {
        for (int width = 25; width < 80; width++) {
            int most = width;
            assertThat(letters().lines(width, Palette.PLAIN))
                    .allMatch(line -> TextWidth.of(line) <= most, "fits " + width);
        }
    }

    @Test
    void the_widest_gives_first_and_then_a_column_goes() {
        assertThat(letters().lines(40, Palette.PLAIN).get(1)).isEqualTo("019a  payments   3m  order-1  Connectio…");
        assertThat(letters().lines(27, Palette.PLAIN).get(1)).isEqualTo("019a  paymen…   3m  Connec…");
    }

    @Test
    void colours_take_no_room() {
        Table table = new Table(Column.of("STATUS"), Column.of("X")).row(Cell.word("FAILED"), Cell.of("1"));

        assertThat(table.lines(80, Palette.COLOURED).get(1)).isEqualTo("\u001b[31mFAILED\u001b[0m  1");
    }

    @Test
    void later_rows_follow_the_first_ones() {
        Table table = letters();
        int before = table.lines(40, Palette.PLAIN).size();

        table.row(Cell.of("019c"), Cell.of("a-very-long-channel"), Cell.of("1h"), Cell.of("k"), Cell.of("x"));

        assertThat(before).isEqualTo(3);
        assertThat(table.lines(40, Palette.PLAIN)).containsExactly("019c  a-very-…   1h  k        x");
    }
}
