package dev.redrive.server.web;

/** Tells text from other bytes. */
public final class Utf8Check {
    private Utf8Check() {}

    /** The place of the first byte that is not well-formed UTF-8, or is NUL, which no JSON has; -1 when there is none. */
    public static int firstBad(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            int first = bytes[at];
            if (first > 0) {
                at++;
                continue;
            }
            int length = lengthAfter(first & 0xFF);
            if (length == 0 || at + length > end || !isCharacter(bytes, at, length)) return at;
            at += length;
        }
        return -1;
    }

    private static int lengthAfter(int first) {
        if (first >= 0xC2 && first <= 0xDF) return 2;
        if (first >= 0xE0 && first <= 0xEF) return 3;
        if (first >= 0xF0 && first <= 0xF4) return 4;
        return 0;
    }

    /** Neither too long for what it says, nor half of a surrogate pair, nor beyond Unicode. */
    private static boolean isCharacter(byte[] bytes, int at, int length) {
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) return false;
        }
        int second = bytes[at + 1] & 0xFF;
        return switch (bytes[at] & 0xFF) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xF0 -> second >= 0x90;
            case 0xF4 -> second < 0x90;
            default -> true;
        };
    }
}
