package dev.redrive.jdbc.sql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyIn;

/** Writes rows in PostgreSQL's binary COPY format. */
public final class CopySink implements ColumnSink {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0};
    /** What goes before the first row: the signature, no flags, no extension. */
    private static final byte[] HEADER = Arrays.copyOf(SIGNATURE, SIGNATURE.length + 8);
    /** What goes after the last row. */
    private static final byte[] TRAILER = {-1, -1};

    private byte[] buffer;
    private int size;

    /** Starts a binary COPY. */
    public static void begin(CopyIn copy) throws SQLException {
        copy.writeToCopy(HEADER, 0, HEADER.length);
    }

    /** Ends a binary COPY. */
    public static void end(CopyIn copy) throws SQLException {
        copy.writeToCopy(TRAILER, 0, TRAILER.length);
        copy.endCopy();
    }

    public CopySink(int capacity) {
        buffer = new byte[capacity];
    }

    public CopySink row(int columns) {
        room(2);
        putShort(columns);
        return this;
    }

    public byte[] buffer() {
        return buffer;
    }

    public int size() {
        return size;
    }

    @Override
    public void id(@Nullable UUID value) {
        room(20);
        if (value == null) {
            putInt(-1);
            return;
        }
        putInt(16);
        putLong(value.getMostSignificantBits());
        putLong(value.getLeastSignificantBits());
    }

    @Override
    public void text(@Nullable String value) {
        bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void bytes(byte @Nullable [] value) {
        if (value == null) {
            room(4);
            putInt(-1);
            return;
        }
        room(4 + value.length);
        putInt(value.length);
        System.arraycopy(value, 0, buffer, size, value.length);
        size += value.length;
    }

    @Override
    public void int2(int value) {
        room(6);
        putInt(2);
        putShort(value);
    }

    @Override
    public void int4(@Nullable Integer value) {
        room(8);
        if (value == null) {
            putInt(-1);
            return;
        }
        putInt(4);
        putInt(value);
    }

    @Override
    public void int8(@Nullable Long value) {
        room(12);
        if (value == null) {
            putInt(-1);
            return;
        }
        putInt(8);
        putLong(value);
    }

    @Override
    public void float8(@Nullable Double value) {
        int8(value == null ? null : Double.doubleToLongBits(value));
    }

    @Override
    public void int2OrNull(@Nullable Integer value) {
        if (value == null) {
            room(4);
            putInt(-1);
        } else {
            int2(value);
        }
    }

    private void room(int bytes) {
        if (buffer.length - size < bytes) buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + bytes));
    }

    private void putShort(int value) {
        buffer[size++] = (byte) (value >> 8);
        buffer[size++] = (byte) value;
    }

    private void putInt(int value) {
        putShort(value >> 16);
        putShort(value);
    }

    private void putLong(long value) {
        putInt((int) (value >> 32));
        putInt((int) value);
    }
}
