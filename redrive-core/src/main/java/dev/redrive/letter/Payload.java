package dev.redrive.letter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of a message, kept exactly as they came. */
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Payload empty() {
        return EMPTY;
    }

    /** A message without a payload, such as a tombstone on Kafka, has an empty one. */
    public static Payload of(byte @Nullable [] bytes) {
        return bytes == null ? EMPTY : new Payload(bytes.clone());
    }

    /** A part of a larger array, without a second copy of it. */
    public static Payload copyOf(byte[] bytes, int from, int to) {
        return new Payload(Arrays.copyOfRange(bytes, from, to));
    }

    public static Payload of(@Nullable String text) {
        return text == null ? EMPTY : new Payload(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public int size() {
        return bytes.length;
    }

    /** The payload read as UTF-8; bytes that are none become U+FFFD. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** True when the bytes are UTF-8 text, without NUL, so that {@link #text()} loses nothing. */
    public boolean isText() {
        int lowest = Byte.MAX_VALUE;
        for (byte b : bytes) {
            if (b == 0) return false;
            lowest = Math.min(lowest, b);
        }
        return lowest > 0 || Arrays.equals(text().getBytes(StandardCharsets.UTF_8), bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The size only: payloads never appear in logs. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
