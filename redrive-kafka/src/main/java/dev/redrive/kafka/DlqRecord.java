package dev.redrive.kafka;

import dev.redrive.letter.Category;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What our publisher writes to a dead letter topic, as JSON: the record that failed and why.
 *
 * @param id the same over all round trips of a record, so that a consumer can tell a second delivery
 * @param key as text, or as base64 when {@code keyEncoding} says so
 * @param payload as text, or as base64 when {@code payloadEncoding} says so; null for a tombstone
 * @param headers the last value of each name; bytes that are no text are written as {@code base64:} and base64
 * @param retryCount how often the record was sent back before it failed this time
 * @param payloadTruncated the record was too large; the whole payload is on the original topic, as long as it is kept there
 * @param payloadSize how many bytes the whole payload has, when it was cut
 */
public record DlqRecord(
        String id,
        String originalTopic,
        @Nullable Integer partition,
        @Nullable Long offset,
        @Nullable String key,
        @Nullable String payload,
        Map<String, String> headers,
        @Nullable Instant originalTimestamp,
        Instant dlqTimestamp,
        String errorType,
        String errorMessage,
        @Nullable String stackTrace,
        @Nullable String consumerGroupId,
        @Nullable String sourceService,
        int retryCount,
        DlqStatus status,
        Category failureCategory,
        Encoding keyEncoding,
        Encoding payloadEncoding,
        boolean payloadTruncated,
        @Nullable Long payloadSize) {
    public DlqRecord {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    public byte[] json() {
        return DlqRecordJson.write(this);
    }

    /** Members that it does not know are passed over; a text that is no such record is refused. */
    public static DlqRecord of(byte[] json) {
        return DlqRecordJson.read(json);
    }

    public byte @Nullable [] keyBytes() {
        return keyEncoding.decode(key);
    }

    /** Only the beginning when it was cut. */
    public byte @Nullable [] payloadBytes() {
        return payloadEncoding.decode(payload);
    }

    /** The value of one of {@link #headers()} as it was on the original record. */
    public static byte[] headerBytes(String value) {
        return HeaderText.bytes(value);
    }

    DlqRecord with(DlqStatus other) {
        return copy(
                key, payload, headers, errorMessage, stackTrace, other, payloadEncoding, payloadTruncated, payloadSize);
    }

    /** With the beginning of the payload only, and not cut within a character. */
    DlqRecord withPayloadHead(int bytes) {
        byte[] whole = payloadBytes();
        if (whole == null) return copy(key, "", headers, errorMessage, stackTrace, status, Encoding.TEXT, true, 0L);
        int end = Math.min(bytes, whole.length);
        while (payloadEncoding == Encoding.TEXT && end > 0 && end < whole.length && (whole[end] & 0xC0) == 0x80) end--;
        byte[] head = Arrays.copyOf(whole, end);
        return copy(
                key,
                payloadEncoding.encode(head),
                headers,
                errorMessage,
                stackTrace,
                status,
                payloadEncoding,
                true,
                (long) whole.length);
    }

    /** Without payload, headers and stack trace; with as much of the rest as is surely short. */
    DlqRecord bare(int longest) {
        String shortKey = key != null && key.length() > longest ? null : key;
        return copy(
                shortKey,
                null,
                Map.of(),
                Texts.cut(errorMessage, longest),
                null,
                status,
                Encoding.TEXT,
                true,
                payloadSize);
    }

    private DlqRecord copy(
            @Nullable String newKey,
            @Nullable String newPayload,
            Map<String, String> newHeaders,
            String newMessage,
            @Nullable String newTrace,
            DlqStatus newStatus,
            Encoding newEncoding,
            boolean truncated,
            @Nullable Long size) {
        return new DlqRecord(
                id,
                originalTopic,
                partition,
                offset,
                newKey,
                newPayload,
                newHeaders,
                originalTimestamp,
                dlqTimestamp,
                errorType,
                newMessage,
                newTrace,
                consumerGroupId,
                sourceService,
                retryCount,
                newStatus,
                failureCategory,
                keyEncoding,
                newEncoding,
                truncated,
                size);
    }
}
