package dev.redrive.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks whether bytes are valid UTF-8, without making a string, and counts those of a string, without making them. */
public final class Utf8 {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Whether a string that is made of the bytes gives the same bytes again. */
    public static boolean isValid(byte[] bytes) {
        return firstInvalid(bytes, 0, bytes.length) < 0;
    }

    /** Where the first byte is that belongs to no character; -1 when there is none. */
    public static int firstInvalid(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (at <= end - Long.BYTES && ((long) WORD.get(bytes, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
                continue;
            }
            int size = size(bytes, at, end);
            if (size == 0) return at;
            at += size;
        }
        return -1;
    }

    /** How many bytes a text has. */
    public static long size(String text) {
        long size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) size++;
            else if (c < 0x800 || Character.isSurrogate(c)) size += 2;
            else size += 3;
        }
        return size;
    }

    /** How many bytes the character has that begins here; 0 when none does. */
    private static int size(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) return 1;
        int second = follower(bytes, at + 1, end);
        if (first < 0xC2 || second < 0) return 0;
        if (first < 0xE0) return 2;
        if (follower(bytes, at + 2, end) < 0) return 0;
        if (first < 0xF0) return isTooLong(first, 0xE0, second, 0xA0) || isSurrogate(first, second) ? 0 : 3;
        if (follower(bytes, at + 3, end) < 0 || isTooLong(first, 0xF0, second, 0x90)) return 0;
        return first < 0xF4 || (first == 0xF4 && second < 0x90) ? 4 : 0;
    }

    /** -1 when the byte cannot be the second or a later one of a character. */
    private static int follower(byte[] bytes, int at, int end) {
        return at < end && (bytes[at] & 0xC0) == 0x80 ? bytes[at] & 0xFF : -1;
    }

    /** A character that would have had room in fewer bytes. */
    private static boolean isTooLong(int first, int leader, int second, int from) {
        return first == leader && second < from;
    }

    private static boolean isSurrogate(int first, int second) {
        return first == 0xED && second >= 0xA0;
    }
}
