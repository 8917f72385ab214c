package dev.redrive.cli.terminal;

/**
 * A column of a table.
 *
 * @param narrowest how far it may be cut when the table is too wide; {@link #WHOLE} for not at all
 * @param isNumber numbers stand at the right
 * @param dropped which columns go first when cutting does not help, the highest first; 0 stays
 */
public record Column(String title, int narrowest, boolean isNumber, int dropped) {
    public static final int WHOLE = Integer.MAX_VALUE;

    public static Column of(String title) {
        return new Column(title, WHOLE, false, 0);
    }

    public static Column number(String title) {
        return new Column(title, WHOLE, true, 0);
    }

    /** May be cut to so many columns. */
    public Column cutTo(int columns) {
        return new Column(title, columns, isNumber, dropped);
    }

    /** May be left out; the highest goes first. */
    public Column droppable(int rank) {
        return new Column(title, narrowest, isNumber, rank);
    }
}
