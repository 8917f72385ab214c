package dev.redrive.internal.erasure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A cheap look at bytes, before they are parsed: may they hold the value? */
final class ValueBytes {
    private final byte[] value;

    ValueBytes(String value) {
        this.value = value.getBytes(StandardCharsets.UTF_8);
    }

    /** False for certain. A backslash may begin an escape of any character, and a zero is a part of UTF-16. */
    boolean mayBeIn(byte[] bytes) {
        return areIn(bytes) || has(bytes, (byte) '\\') || has(bytes, (byte) 0);
    }

    /** Whether the bytes have it as it is, in whatever encoding writes ASCII with zeros between. */
    boolean areIn(byte[] bytes) {
        return find(bytes) || (has(bytes, (byte) 0) && find(withoutZeros(bytes)));
    }

    private boolean find(byte[] bytes) {
        byte first = value[0];
        for (int at = 0; at <= bytes.length - value.length; at++)
            if (bytes[at] == first && isAt(bytes, at)) return true;
        return false;
    }

    private boolean isAt(byte[] bytes, int at) {
        for (int i = 1; i < value.length; i++) if (bytes[at + i] != value[i]) return false;
        return true;
    }

    private static boolean has(byte[] bytes, byte wanted) {
        for (byte b : bytes) if (b == wanted) return true;
        return false;
    }

    private static byte[] withoutZeros(byte[] bytes) {
        byte[] others = new byte[bytes.length];
        int count = 0;
        for (byte b : bytes) if (b != 0) others[count++] = b;
        return Arrays.copyOf(others, count);
    }
}
