package dev.redrive.cli.terminal;

/**
 * A column of a table.
 *
 * @param narrowest how narrow it may become when the table is too wide; {@link #WHOLE} for not at all
 * @param isNumber numbers stand at the right
 * @param isProse what does not fit goes on below, instead of being cut off
 * @param rank which columns move below their row first when that does not help, the highest first; 0 stays
 */
public record Column(String title, int narrowest, boolean isNumber, boolean isProse, int rank) {
    public static final int WHOLE = Integer.MAX_VALUE;

    public static Column of(String title) {
        return new Column(title, WHOLE, false, false, 0);
    }

    public static Column number(String title) {
        return new Column(title, WHOLE, true, false, 0);
    }

    /** May be cut to so many columns. */
    public Column cutTo(int columns) {
        return new Column(title, columns, isNumber, false, rank);
    }

    /** May be broken between words into lines of so many columns. */
    public Column brokenTo(int columns) {
        return new Column(title, columns, isNumber, true, rank);
    }

    /** May move to an indented line below its row; the highest goes first. */
    public Column below(int rank) {
        return new Column(title, narrowest, isNumber, isProse, rank);
    }
}
