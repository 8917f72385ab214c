package dev.redrive.cli.json;

import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import java.util.List;

/** Writes values as JSON: on one line for machines, or indented and coloured for people. */
public final class JsonWriter {
    private static final String STEP = "  ";

    private final StringBuilder out = new StringBuilder();
    private final Palette palette;
    private final boolean isIndented;

    private JsonWriter(Palette palette, boolean isIndented) {
        this.palette = palette;
        this.isIndented = isIndented;
    }

    /** On one line. */
    public static String compact(Value value) {
        JsonWriter writer = new JsonWriter(Palette.PLAIN, false);
        writer.value(value, "");
        return writer.out.toString();
    }

    /** Indented, without a line end after it. Safe for a terminal: characters that could steer it are escaped. */
    public static String pretty(Value value, Palette palette) {
        JsonWriter writer = new JsonWriter(palette, true);
        writer.value(value, "");
        return writer.out.toString();
    }

    private void value(Value value, String indent) {
        if (value instanceof Value.Fields fields) {
            object(fields.list(), indent);
        } else if (value instanceof Value.Items items) {
            array(items.list(), indent);
        } else if (value instanceof Value.Text text) {
            out.append(palette.paint(Style.GREEN, quoted(text.value())));
        } else if (value instanceof Value.Num number) {
            out.append(palette.paint(Style.CYAN, number.digits()));
        } else {
            out.append(palette.paint(Style.YELLOW, value.text("null")));
        }
    }

    private void object(List<Value.Field> fields, String indent) {
        out.append('{');
        String inner = indent + STEP;
        for (int i = 0; i < fields.size(); i++) {
            Value.Field field = fields.get(i);
            if (i > 0) out.append(',');
            line(inner);
            out.append(palette.paint(Style.BLUE, quoted(field.name()))).append(isIndented ? ": " : ":");
            value(field.value(), inner);
        }
        if (!fields.isEmpty()) line(indent);
        out.append('}');
    }

    private void array(List<Value> items, String indent) {
        out.append('[');
        String inner = indent + STEP;
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) out.append(',');
            line(inner);
            value(items.get(i), inner);
        }
        if (!items.isEmpty()) line(indent);
        out.append(']');
    }

    private void line(String indent) {
        if (isIndented) out.append('\n').append(indent);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> character(quoted, c));
        return quoted.append('"').toString();
    }

    private static void character(StringBuilder quoted, int c) {
        switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (SafeText.isHarmless(c)) {
                    quoted.appendCodePoint(c);
                } else {
                    quoted.append(SafeText.escaped(c));
                }
            }
        }
    }
}
