package dev.redrive.server.payload;

import dev.redrive.letter.Payload;
import java.util.HexFormat;

/**
 * As much of a payload as a page shows at once, as text or as bytes.
 *
 * @param from where it begins, in characters or bytes
 * @param to where it ends
 * @param size how many there are
 * @param step how many there are in a window
 */
public record PayloadWindow(String text, int from, int to, int size, int step) {
    /** Characters. */
    static final int TEXT = 64 * 1024;

    /** Bytes. */
    static final int BYTES = 4 * 1024;

    private static final int ROW = 16;
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    /** No half of a character stands at an end. */
    public static PayloadWindow text(String text, int from) {
        int start = whole(text, Math.min(from / TEXT * TEXT, text.length()));
        int end = whole(text, Math.min(from / TEXT * TEXT + TEXT, text.length()));
        return new PayloadWindow(text.substring(start, end), start, end, text.length(), TEXT);
    }

    private static int whole(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    /** Rows of 16 bytes: where they stand, the bytes, and those of them that are readable. */
    public static PayloadWindow bytes(Payload payload, int from) {
        int start = Math.min(from / BYTES * BYTES, payload.size());
        byte[] bytes = payload.part(start, BYTES);
        StringBuilder rows = new StringBuilder();
        for (int at = 0; at < bytes.length; at += ROW) row(rows, start, bytes, at, Math.min(at + ROW, bytes.length));
        return new PayloadWindow(rows.toString(), start, start + bytes.length, payload.size(), BYTES);
    }

    private static void row(StringBuilder rows, int start, byte[] bytes, int from, int to) {
        String hex = HEX.formatHex(bytes, from, to);
        rows.append(String.format("%08x  %-47s  ", start + from, hex));
        for (int i = from; i < to; i++) rows.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '.');
        rows.append('\n');
    }

    public boolean hasBefore() {
        return from > 0;
    }

    public boolean hasAfter() {
        return to < size;
    }

    /** Where the window before this one begins. */
    public int before() {
        return Math.max(0, from / step * step - step);
    }
}
