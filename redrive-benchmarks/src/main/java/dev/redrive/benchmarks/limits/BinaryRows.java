package dev.redrive.benchmarks.limits;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** Rows in the binary format of COPY: each value follows its length in bytes, all numbers big-endian. */
final class BinaryRows {
    private static final byte[] SIGNATURE = "PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final Instant POSTGRES_EPOCH = Instant.parse("2000-01-01T00:00:00Z");
    private static final int JSONB_VERSION = 1;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 22);
    private final DataOutputStream out = new DataOutputStream(bytes);

    BinaryRows() throws IOException {
        out.write(SIGNATURE);
        out.writeInt(0); // no flags
        out.writeInt(0); // no further header
    }

    BinaryRows row(int columns) throws IOException {
        out.writeShort(columns);
        return this;
    }

    BinaryRows uuid(UUID value) throws IOException {
        out.writeInt(Long.BYTES * 2);
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
        return this;
    }

    BinaryRows text(String value) throws IOException {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
        return this;
    }

    BinaryRows jsonb(String value) throws IOException {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length + 1);
        out.writeByte(JSONB_VERSION);
        out.write(utf8);
        return this;
    }

    BinaryRows int2(int value) throws IOException {
        out.writeInt(Short.BYTES);
        out.writeShort(value);
        return this;
    }

    BinaryRows int4(int value) throws IOException {
        out.writeInt(Integer.BYTES);
        out.writeInt(value);
        return this;
    }

    BinaryRows timestamptz(Instant value) throws IOException {
        out.writeInt(Long.BYTES);
        out.writeLong(ChronoUnit.MICROS.between(POSTGRES_EPOCH, value));
        return this;
    }

    byte[] end() throws IOException {
        out.writeShort(-1);
        return bytes.toByteArray();
    }
}
