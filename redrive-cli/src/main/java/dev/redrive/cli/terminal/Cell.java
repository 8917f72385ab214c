package dev.redrive.cli.terminal;

/** One place of a table. Its text is made safe and put on one line. */
public record Cell(String text, Style style) {
    public Cell {
        text = SafeText.line(text);
    }

    public static Cell of(String text) {
        return new Cell(text, Style.PLAIN);
    }

    public static Cell of(long number) {
        return of(NumberText.of(number));
    }

    public static Cell dim(String text) {
        return new Cell(text, Style.DIM);
    }

    /** A status or an outcome, in the colour of what it says. */
    public static Cell word(String word) {
        return new Cell(word, Palette.styleOf(word));
    }
}
