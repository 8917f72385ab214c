package dev.redrive.json;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes plain Java values as compact JSON. */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    static String write(@Nullable Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value, 0);
        return writer.out.toString();
    }

    static String quote(String text) {
        JsonWriter writer = new JsonWriter();
        writer.string(text);
        return writer.out.toString();
    }

    private void value(@Nullable Object value, int depth) {
        if (value == null || value instanceof Boolean || value instanceof Json) {
            out.append(value);
        } else if (value instanceof Number number) {
            number(number.toString());
        } else if (value instanceof Map<?, ?> map) {
            object(map, deeper(depth));
        } else if (value instanceof Collection<?> collection) {
            array(collection, deeper(depth));
        } else {
            string(value.toString());
        }
    }

    private static int deeper(int depth) {
        if (depth < JsonScanner.MAX_DEPTH) return depth + 1;
        throw new IllegalArgumentException(
                "values nested deeper than " + JsonScanner.MAX_DEPTH + " cannot be written as JSON");
    }

    private void object(Map<?, ?> map, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            string(String.valueOf(entry.getKey()));
            out.append(':');
            value(entry.getValue(), depth);
            separator = ",";
        }
        out.append('}');
    }

    private void array(Collection<?> values, int depth) {
        out.append('[');
        String separator = "";
        for (Object value : values) {
            out.append(separator);
            value(value, depth);
            separator = ",";
        }
        out.append(']');
    }

    private void number(String text) {
        if (JsonScanner.isNumber(text)) {
            out.append(text);
        } else {
            string(text);
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || isLoneSurrogate(text, i)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** UTF-8 has no bytes for half a character: written raw, it would come back as a question mark. */
    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c))
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
