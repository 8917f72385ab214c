package dev.redrive.internal.archive;

import dev.redrive.internal.text.Sha256;
import dev.redrive.letter.LetterId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A Bloom filter: tells for certain that a value was not added, and is wrong about one in a hundred of the others. */
final class KeyFilter {
    private static final int BITS_A_VALUE = 10;
    private static final int HASHES = 7;
    private static final int SMALLEST = 64;

    private final byte[] bits;

    private KeyFilter(byte[] bits) {
        this.bits = bits;
    }

    /** An empty one for as many values. */
    static KeyFilter forValues(int count) {
        long wanted = Math.max(SMALLEST, (long) count * BITS_A_VALUE);
        return new KeyFilter(new byte[(int) ((wanted + Byte.SIZE - 1) / Byte.SIZE)]);
    }

    static KeyFilter of(byte[] bits) {
        return new KeyFilter(bits.clone());
    }

    /** Two halves of a digest, of which all hashes of a value are made. */
    record Hash(long first, long second) {
        static Hash of(LetterId id) {
            return of(id.toString());
        }

        static Hash of(String value) {
            return of(value.getBytes(StandardCharsets.UTF_8));
        }

        static Hash of(byte[] value) {
            ByteBuffer digest = ByteBuffer.wrap(Sha256.digest().digest(value));
            return new Hash(digest.getLong(), digest.getLong());
        }
    }

    void add(Hash hash) {
        for (int i = 0; i < HASHES; i++) {
            long bit = bit(hash, i);
            bits[(int) (bit >>> 3)] |= (byte) (1 << (bit & 7));
        }
    }

    boolean mayHold(Hash hash) {
        for (int i = 0; i < HASHES; i++) {
            long bit = bit(hash, i);
            if ((bits[(int) (bit >>> 3)] & (1 << (bit & 7))) == 0) return false;
        }
        return true;
    }

    private long bit(Hash hash, int number) {
        return Long.remainderUnsigned(hash.first() + number * hash.second(), (long) bits.length * Byte.SIZE);
    }

    byte[] bytes() {
        return bits.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyFilter filter && Arrays.equals(bits, filter.bits);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bits);
    }
}
