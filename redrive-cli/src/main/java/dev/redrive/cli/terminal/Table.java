package dev.redrive.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Rows in aligned columns that fit a width. Columns for which there is no room stand on an indented line below each row. A long
 * list may be printed in parts: the first part decides how wide the columns are, and later ones follow it.
 */
public final class Table {
    private static final String BETWEEN = "  ";
    private static final String INDENT = "    ";
    private static final String NOTHING = "-";

    /** Where nothing else helps, what can be cut or broken is as narrow as this. */
    private static final int NARROWEST = 12;

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();
    private final List<Integer> shown = new ArrayList<>();
    private int[] widths = {};
    private int room;

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
        for (List<Cell> row : rows) {
            lines.addAll(row(row, palette));
            lines.addAll(below(row, palette));
        }
        rows.clear();
        return lines;
    }

    // How wide

    private void layOut(int width) {
        room = width;
        widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            shown.add(i);
            widths[i] = TextWidth.of(columns.get(i).title());
            for (List<Cell> row : rows)
                widths[i] = Math.max(widths[i], TextWidth.of(row.get(i).text()));
        }
        int[] natural = widths.clone();
        while (!cut(width) && moveBelow()) System.arraycopy(natural, 0, widths, 0, widths.length);
        for (int i : shown) {
            long tooWide = Math.max(0, total() - width);
            if (columns.get(i).narrowest() != Column.WHOLE)
                widths[i] = (int) Math.max(Math.min(widths[i], NARROWEST), widths[i] - tooWide);
        }
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

    private boolean moveBelow() {
        return shown.stream()
                .filter(i -> columns.get(i).rank() > 0)
                .max(Comparator.comparing(i -> columns.get(i).rank()))
                .map(shown::remove)
                .orElse(false);
    }

    // How it looks

    /** A line, or several where prose goes on below. */
    private List<String> row(List<Cell> cells, Palette palette) {
        List<List<String>> parts = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < cells.size(); i++) {
            parts.add(parts(i, cells.get(i).text()));
            if (shown.contains(i)) height = Math.max(height, parts.get(i).size());
        }
        List<String> lines = new ArrayList<>();
        for (int n = 0; n < height; n++) {
            List<Cell> part = new ArrayList<>();
            for (int i = 0; i < cells.size(); i++) {
                List<String> texts = parts.get(i);
                part.add(new Cell(
                        n < texts.size() ? texts.get(n) : "", cells.get(i).style()));
            }
            lines.add(line(part, palette).stripTrailing());
        }
        return lines;
    }

    private List<String> parts(int column, String text) {
        boolean isBroken = columns.get(column).isProse() && shown.contains(column) && room != Terminal.ENDLESS;
        return isBroken
                ? TextWrap.lines(text, widths[column], 0).stream()
                        .flatMap(line -> TextWidth.pieces(line, widths[column]).stream())
                        .toList()
                : List.of(text);
    }

    private String line(List<Cell> cells, Palette palette) {
        StringBuilder line = new StringBuilder();
        int last = shown.get(shown.size() - 1);
        for (int i : shown) {
            if (line.length() > 0) line.append(BETWEEN);
            Cell cell = cells.get(i);
            String text = fitted(i, cell.text());
            String gap = TextWidth.gap(text, widths[i]);
            if (columns.get(i).isNumber()) line.append(gap);
            line.append(palette.paint(cell.style(), text));
            if (!columns.get(i).isNumber() && i != last) line.append(gap);
        }
        return line.toString();
    }

    private String fitted(int column, String text) {
        boolean isWhole = columns.get(column).narrowest() == Column.WHOLE || room == Terminal.ENDLESS;
        return isWhole ? text : TextWidth.cut(text, widths[column]);
    }

    /** What had no room in a row, each value behind the name of its column, as many on a line as fit. */
    private List<String> below(List<Cell> cells, Palette palette) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            if (shown.contains(i) || cell.text().isEmpty() || cell.text().equals(NOTHING)) continue;
            String named = named(columns.get(i), cell, palette);
            if (line.isEmpty()) {
                line = INDENT + named;
            } else if (TextWrap.width(line) + BETWEEN.length() + TextWrap.width(named) <= room) {
                line += BETWEEN + named;
            } else {
                lines.addAll(TextWrap.lines(line, room, INDENT.length()));
                line = INDENT + named;
            }
        }
        if (!line.isEmpty()) lines.addAll(TextWrap.lines(line, room, INDENT.length()));
        return lines;
    }

    private String named(Column column, Cell cell, Palette palette) {
        String name = column.title().toLowerCase(Locale.ROOT) + " ";
        boolean isCut = column.narrowest() != Column.WHOLE && !column.isProse();
        String text = isCut ? TextWidth.cut(cell.text(), room - INDENT.length() - name.length()) : cell.text();
        return palette.paint(Style.DIM, name) + palette.paint(cell.style(), text);
    }
}
