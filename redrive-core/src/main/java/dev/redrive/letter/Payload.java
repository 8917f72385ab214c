package dev.redrive.letter;

import dev.redrive.internal.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message, kept exactly as they came. No value at all, such as that of a tombstone on Kafka, is something else
 * than a value of no bytes.
 */
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0]);
    private static final Payload ABSENT = new Payload(new byte[0]);

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Payload empty() {
        return EMPTY;
    }

    /** What a message without a value has. */
    public static Payload absent() {
        return ABSENT;
    }

    public static Payload of(byte @Nullable [] bytes) {
        return bytes == null ? ABSENT : new Payload(bytes.clone());
    }

    /** A part of a larger array, without a second copy of it. */
    public static Payload copyOf(byte[] bytes, int from, int to) {
        return new Payload(Arrays.copyOfRange(bytes, from, to));
    }

    public static Payload of(@Nullable String text) {
        return text == null ? ABSENT : new Payload(text.getBytes(StandardCharsets.UTF_8));
    }

    /** There is one value that is none, and no bytes make another. */
    @SuppressWarnings("ReferenceEquality")
    public boolean isAbsent() {
        return this == ABSENT;
    }

    /** None when there is no value; see {@link #bytesOrNull()}. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public byte @Nullable [] bytesOrNull() {
        return isAbsent() ? null : bytes.clone();
    }

    /** Those from one on, without a copy of the others: at most so many, and none behind the end. */
    public byte[] part(int from, int most) {
        int start = Math.min(from, bytes.length);
        return Arrays.copyOfRange(bytes, start, start + Math.min(most, bytes.length - start));
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
        return lowest > 0 || Utf8.isValid(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload
                && isAbsent() == payload.isAbsent()
                && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The size only: payloads never appear in logs. */
    @Override
    public String toString() {
        return isAbsent() ? "no value" : bytes.length + " bytes";
    }
}
