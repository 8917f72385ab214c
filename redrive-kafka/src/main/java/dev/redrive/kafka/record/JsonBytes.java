package dev.redrive.kafka.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes JSON objects as UTF-8. What is UTF-8 already goes in as it is and never becomes a string. */
final class JsonBytes {
    private static final int CHUNK = 128;
    private static final int LONGEST_ESCAPE = 6;
    private static final String HEX = "0123456789ABCDEF";

    /** By ASCII character: whether it is written as it is, and if not, the letter after the backslash, if it has one. */
    private static final boolean[] PLAIN = new boolean[128];

    private static final byte[] LETTERS = new byte[128];

    static {
        for (char c = ' '; c < PLAIN.length; c++) PLAIN[c] = c != '"' && c != '\\';
        String special = "\"\\\n\t\r\b\f";
        for (int i = 0; i < special.length(); i++) LETTERS[special.charAt(i)] = (byte) "\"\\ntrbf".charAt(i);
    }

    private byte[] bytes;
    private int length;

    JsonBytes(int expected) {
        bytes = new byte[expected];
    }

    JsonBytes open() {
        return plain("{");
    }

    JsonBytes close() {
        return plain("}");
    }

    /** A member whose value comes next. */
    JsonBytes name(String name) {
        if (bytes[length - 1] != '{') plain(",");
        return quoted(utf8(name)).plain(":");
    }

    JsonBytes member(String name, @Nullable String text) {
        return member(name, text == null ? null : utf8(text));
    }

    /** The text has to be valid UTF-8. */
    JsonBytes member(String name, byte @Nullable [] text) {
        name(name);
        return text == null ? plain("null") : quoted(text);
    }

    JsonBytes member(String name, @Nullable Number number) {
        return name(name).plain(String.valueOf(number));
    }

    JsonBytes member(String name, boolean value) {
        return name(name).plain(value ? "true" : "false");
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** How many bytes from the beginning of a text need at most so much room when they are written. */
    static int fitting(byte[] text, int room) {
        int left = room;
        for (int i = 0; i < text.length; i++) {
            left -= escapedLength(text[i]);
            if (left < 0) return i;
        }
        return text.length;
    }

    private static int escapedLength(byte each) {
        if (each < 0 || PLAIN[each]) return 1;
        return LETTERS[each] == 0 ? LONGEST_ESCAPE : 2;
    }

    private JsonBytes plain(String ascii) {
        ensureCapacity(ascii.length());
        for (int i = 0; i < ascii.length(); i++) bytes[length++] = (byte) ascii.charAt(i);
        return this;
    }

    private JsonBytes quoted(byte[] text) {
        plain("\"");
        for (int from = 0; from < text.length; from += CHUNK) escaped(text, from, Math.min(from + CHUNK, text.length));
        return plain("\"");
    }

    /** A part that is short enough to reserve room for the worst case. */
    private void escaped(byte[] text, int from, int end) {
        ensureCapacity(LONGEST_ESCAPE * (end - from));
        byte[] out = bytes;
        int to = length;
        for (int i = from; i < end; i++) {
            byte each = text[i];
            if (each < 0 || PLAIN[each]) {
                out[to++] = each;
            } else if (LETTERS[each] != 0) {
                out[to++] = '\\';
                out[to++] = LETTERS[each];
            } else {
                to = control(out, to, each);
            }
        }
        length = to;
    }

    private static int control(byte[] out, int at, int character) {
        String escaped = "\\u00" + HEX.charAt(character >> 4) + HEX.charAt(character & 0xF);
        for (int i = 0; i < LONGEST_ESCAPE; i++) out[at + i] = (byte) escaped.charAt(i);
        return at + LONGEST_ESCAPE;
    }

    private void ensureCapacity(int more) {
        if (bytes.length - length < more) bytes = Arrays.copyOf(bytes, bytes.length + bytes.length / 2 + more);
    }
}
