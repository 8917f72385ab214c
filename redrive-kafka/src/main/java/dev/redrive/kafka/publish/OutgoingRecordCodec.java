package dev.redrive.kafka.publish;

import dev.redrive.letter.Category;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** The bytes of a record in the journal: its place in the order first, then its topic, then the rest. */
final class OutgoingRecordCodec {
    private static final int VERSION = 1;
    private static final int NULL = -1;

    private OutgoingRecordCodec() {}

    static byte[] encode(long sequence, OutgoingRecord outgoing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(outgoing.size() + 64);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(sequence);
            out.writeUTF(outgoing.topic);
            out.writeUTF(outgoing.originalTopic);
            out.writeUTF(outgoing.category.name());
            write(out, outgoing.key);
            write(out, outgoing.value);
            Header[] headers = outgoing.headers.toArray();
            out.writeInt(headers.length);
            for (Header header : headers) {
                out.writeUTF(header.key());
                write(out, header.value());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? NULL : bytes.length);
        if (bytes != null) out.write(bytes);
    }

    /** What the journal needs in memory about a record on disk. */
    record Label(long sequence, String topic) {}

    static Label label(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return label(in);
        }
    }

    private static Label label(DataInputStream in) throws IOException {
        int version = in.readByte();
        if (version != VERSION)
            throw new IOException("the record has version " + version + ", which is not known here");
        return new Label(in.readLong(), in.readUTF());
    }

    static OutgoingRecord decode(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String topic = label(in).topic();
            String originalTopic = in.readUTF();
            Category category = Category.valueOf(in.readUTF());
            byte[] key = read(in);
            byte[] value = read(in);
            Headers headers = new RecordHeaders();
            int count = in.readInt();
            for (int i = 0; i < count; i++) headers.add(in.readUTF(), read(in));
            return new OutgoingRecord(topic, originalTopic, category, key, value, headers);
        }
    }

    private static byte @Nullable [] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length == NULL ? null : in.readNBytes(length);
    }
}
