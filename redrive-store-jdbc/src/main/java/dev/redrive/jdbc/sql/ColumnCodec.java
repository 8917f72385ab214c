package dev.redrive.jdbc.sql;

import com.github.luben.zstd.Zstd;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes payloads, headers and lists of texts as the value of one column. */
public final class ColumnCodec {
    /** Smaller payloads are not worth the time of compressing them. */
    private static final int COMPRESS_FROM = 4096;

    private static final int BINARY = 0;
    private static final int TEXT = 1;
    private static final int COMPRESSED = 2;
    private static final int ABSENT = 4;
    private static final int LEVEL = 1;

    private ColumnCodec() {}

    /** The bytes to store, what they are ({@code form}), and how many there were. */
    public static final class Packed {
        public final byte[] bytes;
        public final int form;
        public final int size;

        private Packed(byte[] bytes, int form, int size) {
            this.bytes = bytes;
            this.form = form;
            this.size = size;
        }
    }

    public static Packed pack(Payload payload) {
        if (payload.isAbsent()) return new Packed(payload.bytes(), ABSENT, 0);
        byte[] bytes = payload.bytes();
        int kind = payload.isText() ? TEXT : BINARY;
        if (bytes.length < COMPRESS_FROM) return new Packed(bytes, kind, bytes.length);
        byte[] small = Zstd.compress(bytes, LEVEL);
        return small.length < bytes.length * 0.9
                ? new Packed(small, kind | COMPRESSED, bytes.length)
                : new Packed(bytes, kind, bytes.length);
    }

    public static Payload unpack(byte @Nullable [] bytes, int form, int size) {
        if (bytes == null || form == ABSENT) return Payload.absent();
        return Payload.of((form & COMPRESSED) == 0 ? bytes : Zstd.decompress(bytes, size));
    }

    /** For where the size is not kept: the compressed bytes know it too. */
    public static Payload unpack(byte @Nullable [] bytes, int form) {
        if (bytes == null || (form & COMPRESSED) == 0) return unpack(bytes, form, 0);
        return unpack(bytes, form, (int) Zstd.getFrameContentSize(bytes));
    }

    /** How many bytes {@link #unpack} makes of so many, which begin like this. */
    public static long size(int form, int length, byte @Nullable [] beginning) {
        return beginning == null || (form & COMPRESSED) == 0 ? length : Zstd.getFrameContentSize(beginning);
    }

    public static boolean isText(int form) {
        return (form & ~COMPRESSED) != BINARY;
    }

    public static byte @Nullable [] headers(Headers headers) {
        if (headers.list().isEmpty()) return null;
        return written(out -> {
            out.writeInt(headers.list().size());
            for (Header header : headers.list()) {
                bytes(out, header.name().getBytes(StandardCharsets.UTF_8));
                bytesOrNull(out, header.value().bytesOrNull());
            }
        });
    }

    public static Headers headers(byte @Nullable [] packed) {
        if (packed == null) return Headers.none();
        return read(packed, in -> {
            int count = in.readInt();
            List<Header> list = new ArrayList<>(count);
            for (int i = 0; i < count; i++)
                list.add(new Header(new String(bytes(in), StandardCharsets.UTF_8), Payload.of(bytesOrNull(in))));
            return new Headers(list);
        });
    }

    public static byte @Nullable [] texts(List<String> texts) {
        if (texts.isEmpty()) return null;
        return written(out -> {
            out.writeInt(texts.size());
            for (String text : texts) bytes(out, text.getBytes(StandardCharsets.UTF_8));
        });
    }

    public static List<String> texts(byte @Nullable [] packed) {
        if (packed == null) return List.of();
        return read(packed, in -> {
            int count = in.readInt();
            List<String> list = new ArrayList<>(count);
            for (int i = 0; i < count; i++) list.add(new String(bytes(in), StandardCharsets.UTF_8));
            return list;
        });
    }

    /** Tags hold no line breaks, so one tag a line can be read by people too. */
    public static @Nullable String tags(List<String> tags) {
        return tags.isEmpty() ? null : String.join("\n", tags);
    }

    public static List<String> tags(@Nullable String lines) {
        return lines == null ? List.of() : lines.lines().toList();
    }

    private interface Writer {
        void write(DataOutputStream out) throws IOException;
    }

    private interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    private static byte[] written(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try {
            writer.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] packed, Reader<T> reader) {
        try {
            return reader.read(new DataInputStream(new ByteArrayInputStream(packed)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void bytesOrNull(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        if (bytes == null) out.writeInt(-1);
        else bytes(out, bytes);
    }

    private static byte @Nullable [] bytesOrNull(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
