package dev.redrive.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Rows in aligned columns that fit a width. A long list may be printed in parts: the first part decides how wide the columns
 * are, and later ones follow it.
 */
public final class Table {
    private static final String BETWEEN = "  ";

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();
    private final List<Integer> shown = new ArrayList<>();
    private int[] widths = {};

    public Table(Column... columns) {
        this.columns = List.of(columns);
    }

    public Table row(Cell... cells) {
        if (cells.length != columns.size())
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        rows.add(List.of(cells));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The rows since the last time as lines, the first time with the titles above them. */
    public List<String> lines(int width, Palette palette) {
        List<String> lines = new ArrayList<>();
        if (widths.length == 0) {
            layOut(width);
            List<Cell> titles =
                    columns.stream().map(column -> Cell.dim(column.title())).toList();
            lines.add(line(titles, palette));
        }
        for (List<Cell> row : rows) lines.add(line(row, palette));
        rows.clear();
        return lines;
    }

    // How wide

    private void layOut(int width) {
        widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            shown.add(i);
            widths[i] = TextWidth.of(columns.get(i).title());
            for (List<Cell> row : rows)
                widths[i] = Math.max(widths[i], TextWidth.of(row.get(i).text()));
        }
        int[] natural = widths.clone();
        while (!cut(width) && drop()) System.arraycopy(natural, 0, widths, 0, widths.length);
    }

    /** Takes from the widest of those that may be cut, column by column; false when that is not enough. */
    private boolean cut(int width) {
        long tooWide = total() - width;
        while (tooWide > 0) {
            int widest = -1;
            for (int i : shown) {
                boolean canGive = widths[i] > columns.get(i).narrowest();
                if (canGive && (widest < 0 || widths[i] > widths[widest])) widest = i;
            }
            if (widest < 0) return false;
            widths[widest]--;
            tooWide--;
        }
        return true;
    }

    private long total() {
        long total = (long) BETWEEN.length() * (shown.size() - 1);
        for (int i : shown) total += widths[i];
        return total;
    }

    private boolean drop() {
        return shown.stream()
                .filter(i -> columns.get(i).dropped() > 0)
                .max(Comparator.comparing(i -> columns.get(i).dropped()))
                .map(shown::remove)
                .orElse(false);
    }

    // How it looks

    private String line(List<Cell> cells, Palette palette) {
        StringBuilder line = new StringBuilder();
        int last = shown.get(shown.size() - 1);
        for (int i : shown) {
            if (line.length() > 0) line.append(BETWEEN);
            Cell cell = cells.get(i);
            String text =
                    columns.get(i).narrowest() == Column.WHOLE ? cell.text() : TextWidth.cut(cell.text(), widths[i]);
            String gap = TextWidth.gap(text, widths[i]);
            if (columns.get(i).isNumber()) line.append(gap);
            line.append(palette.paint(cell.style(), text));
            if (!columns.get(i).isNumber() && i != last) line.append(gap);
        }
        return line.toString();
    }
}
