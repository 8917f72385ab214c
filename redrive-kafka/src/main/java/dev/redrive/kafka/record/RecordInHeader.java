package dev.redrive.kafka.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The form of a record that is too large as JSON: its key, value and headers are those of the original, and the rest of the
 * {@link DlqRecord} is the header {@link DlqHeaders#RECORD}. The value may be compressed.
 */
public final class RecordInHeader {
    public static final String GZIP = "gzip";

    /** No topic takes as much: a larger value is an attack on memory. */
    private static final int LONGEST_VALUE = 128 * 1024 * 1024;

    private RecordInHeader() {}

    public static boolean isUsedIn(Headers headers) {
        return headers.lastHeader(DlqHeaders.RECORD) != null;
    }

    /** All but what stands in the record itself. */
    public static byte[] header(DlqRecord record) {
        return DlqRecordJson.write(record.withHeaders(Map.of()), null, null);
    }

    public static DlqRecord read(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        Header header = headers.lastHeader(DlqHeaders.RECORD);
        if (header.value() == null) throw new IllegalArgumentException("not a dead letter record: its header is empty");
        boolean compressed = GZIP.equals(HeaderText.last(headers, DlqHeaders.VALUE_ENCODING));
        byte[] payload = compressed && value != null ? decompressed(value) : value;
        return DlqRecordJson.read(header.value()).withMessage(key, payload, HeaderText.of(headers));
    }

    public static byte[] compressed(byte[] value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length / 2 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] decompressed(byte[] value) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(value))) {
            byte[] all = in.readNBytes(LONGEST_VALUE);
            if (in.read() >= 0) throw new IllegalArgumentException("not a dead letter record: its value is too large");
            return all;
        } catch (IOException e) {
            throw new IllegalArgumentException("not a dead letter record: its value is not compressed as it says", e);
        }
    }
}
