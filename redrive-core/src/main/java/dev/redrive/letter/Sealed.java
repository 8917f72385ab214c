package dev.redrive.letter;

import java.util.Arrays;

/** The hidden values of a message, encrypted. It can be read only with the key and the letter's id. */
public final class Sealed {
    private static final Sealed NOTHING = new Sealed(new byte[0]);

    private final byte[] bytes;

    private Sealed(byte[] bytes) {
        this.bytes = bytes;
    }

    /** For a message of which nothing is hidden. */
    public static Sealed nothing() {
        return NOTHING;
    }

    public static Sealed of(byte[] bytes) {
        return bytes.length == 0 ? NOTHING : new Sealed(bytes.clone());
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sealed sealed && Arrays.equals(bytes, sealed.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return isEmpty() ? "nothing sealed" : "sealed";
    }
}
