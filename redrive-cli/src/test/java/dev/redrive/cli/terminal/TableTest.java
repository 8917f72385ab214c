package dev.redrive.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private static Table letters() {
        return new Table(
                        Column.of("ID"),
                        Column.of("CHANNEL").cutTo(4),
                        Column.number("AGE"),
                        Column.of("KEY").below(1),
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
    void the_widest_gives_first_and_then_a_column_moves_below() {
        assertThat(letters().lines(40, Palette.PLAIN).get(1)).isEqualTo("019a  payments   3m  order-1  Connectio…");
        assertThat(letters().lines(27, Palette.PLAIN).get(1)).isEqualTo("019a  paymen…   3m  Connec…");
    }

    @Test
    void a_column_without_room_stands_below_its_row() {
        assertThat(letters().lines(27, Palette.PLAIN))
                .containsExactly(
                        "ID    CHANNEL  AGE  ERROR",
                        "019a  paymen…   3m  Connec…",
                        "    key order-1",
                        "019b  日本語   12m  a\\u001…");
    }

    @Test
    void what_stands_below_fills_lines_and_breaks_between_words() {
        Table table = new Table(
                        Column.of("RULE"),
                        Column.of("SINCE").below(1),
                        Column.of("SNOOZED").below(2),
                        Column.number("NOW").below(3))
                .row(
                        Cell.of("TooManyPending"),
                        Cell.of("3m ago"),
                        Cell.of("until 2026-11-19 17:30:00 by jo"),
                        new Cell("480", Style.RED))
                .row(Cell.of("B"), Cell.of("1h ago"), Cell.dim("-"), Cell.of("7"));

        assertThat(table.lines(28, Palette.PLAIN))
                .containsExactly(
                        "RULE            SINCE",
                        "TooManyPending  3m ago",
                        "    snoozed until 2026-11-19",
                        "    17:30:00 by jo",
                        "    now 480",
                        "B               1h ago",
                        "    now 7");
    }

    @Test
    void prose_goes_on_below_its_beginning() {
        Table table = new Table(Column.of("TEXT").brokenTo(16), Column.of("RULE"))
                .row(Cell.of("63 letters failed, above 10"), Cell.of("DLQFailedHigh"));

        assertThat(table.lines(36, Palette.PLAIN))
                .containsExactly("TEXT                   RULE", "63 letters failed,     DLQFailedHigh", "above 10");
    }

    @Test
    void prose_is_as_narrow_as_the_terminal_where_nothing_else_helps() {
        Table table = new Table(Column.of("TEXT").brokenTo(48), Column.of("SEVERITY"))
                .row(Cell.of("the number of failed letters is 63, above 10"), Cell.of("error"));

        assertThat(table.lines(40, Palette.PLAIN)).allMatch(line -> line.length() <= 40);
    }

    @Test
    void a_word_that_is_longer_than_its_column_goes_on_below_too() {
        Table table = new Table(Column.of("CHECK"), Column.of("DETAIL").brokenTo(12))
                .row(Cell.of("store"), Cell.of("sqlite:/var/lib/redrive/日本.db answers"));

        assertThat(table.lines(26, Palette.PLAIN))
                .containsExactly("CHECK  DETAIL", "store  sqlite:/var/lib/red", "       rive/日本.db", "       answers");
    }

    @Test
    void what_can_be_cut_is_cut_further_before_a_line_is_too_wide() {
        Table table = new Table(
                        Column.of("STATE"),
                        Column.of("SEEN").below(1),
                        Column.of("TITLE").cutTo(24))
                .row(Cell.of("ACKNOWLEDGED"), Cell.of("now"), Cell.of("IllegalStateException: stock"));

        assertThat(table.lines(30, Palette.PLAIN))
                .containsExactly("STATE         TITLE", "ACKNOWLEDGED  IllegalStateExc…", "    seen now");
    }

    @Test
    void in_a_pipe_later_rows_are_whole_too() {
        Table table = letters();
        List<String> unused = table.lines(Terminal.ENDLESS, Palette.PLAIN);

        table.row(Cell.of("019c"), Cell.of("a-very-long-channel"), Cell.of("1h"), Cell.of("k"), Cell.of("x"));

        assertThat(table.lines(Terminal.ENDLESS, Palette.PLAIN).get(0)).contains("a-very-long-channel");
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
