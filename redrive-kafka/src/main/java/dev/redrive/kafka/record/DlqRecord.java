package dev.redrive.kafka.record;

import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.Category;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of a dead letter topic as {@code DlqPublisher} writes it, as JSON where that fits: the record that failed and why.
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

    /** Unknown members are ignored; a text that is no such record is refused. */
    public static DlqRecord of(byte[] json) {
        return DlqRecordJson.read(json);
    }

    /**
     * What a record of a dead letter topic holds, in whichever form it was published: as JSON, or with the original bytes as
     * value and the rest in the header {@link DlqHeaders#RECORD}. One that is neither is refused.
     */
    public static DlqRecord of(ConsumerRecord<byte[], byte[]> dead) {
        if (RecordInHeader.isUsedIn(dead.headers()))
            return RecordInHeader.read(dead.key(), dead.value(), dead.headers());
        if (dead.value() == null) throw new IllegalArgumentException("not a dead letter record: it has no value");
        return of(dead.value());
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

    public DlqRecord with(DlqStatus other) {
        Draft draft = new Draft(this);
        draft.status = other;
        return draft.build();
    }

    DlqRecord withHeaders(Map<String, String> others) {
        Draft draft = new Draft(this);
        draft.headers = others;
        return draft.build();
    }

    /** The message that stands beside it. */
    DlqRecord withMessage(byte @Nullable [] itsKey, byte @Nullable [] itsPayload, Map<String, String> itsHeaders) {
        Draft draft = new Draft(this);
        draft.keyEncoding = Encoding.of(itsKey);
        draft.key = draft.keyEncoding.encode(itsKey);
        draft.payloadEncoding = Encoding.of(itsPayload);
        draft.payload = draft.payloadEncoding.encode(itsPayload);
        draft.headers = itsHeaders;
        return draft.build();
    }

    /** With as much of the beginning of the payload as has room in JSON, and not cut within a character. */
    public DlqRecord withPayloadHead(int room) {
        Draft draft = new Draft(this);
        draft.payloadTruncated = true;
        byte[] whole = payloadBytes();
        if (whole == null) return draft.build();
        boolean isText = payloadEncoding == Encoding.TEXT;
        int end = isText ? JsonBytes.fitting(whole, room) : Math.min(whole.length, room / 4 * 3);
        while (isText && end > 0 && end < whole.length && (whole[end] & 0xC0) == 0x80) end--;
        draft.payload = payloadEncoding.encode(Arrays.copyOf(whole, end));
        if (!payloadTruncated) draft.payloadSize = (long) whole.length;
        return draft.build();
    }

    /** All of the message, and less of what is said of the failure. */
    public DlqRecord brief(int longest) {
        Draft draft = new Draft(this);
        draft.errorMessage = ShortText.cut(errorMessage, longest);
        draft.stackTrace = null;
        return draft.build();
    }

    /** Without headers and stack trace, and with as much of the rest as is surely short. */
    public DlqRecord bare(int longest) {
        Draft draft = new Draft(brief(longest));
        if (key != null && key.length() > longest) draft.key = null;
        draft.headers = Map.of();
        return draft.build();
    }

    /** A mutable copy of a record. */
    private static final class Draft {
        private final DlqRecord from;
        private @Nullable String key;
        private @Nullable String payload;
        private Map<String, String> headers;
        private String errorMessage;
        private @Nullable String stackTrace;
        private DlqStatus status;
        private Encoding keyEncoding;
        private Encoding payloadEncoding;
        private boolean payloadTruncated;
        private @Nullable Long payloadSize;

        Draft(DlqRecord from) {
            this.from = from;
            this.key = from.key;
            this.payload = from.payload;
            this.headers = from.headers;
            this.errorMessage = from.errorMessage;
            this.stackTrace = from.stackTrace;
            this.status = from.status;
            this.keyEncoding = from.keyEncoding;
            this.payloadEncoding = from.payloadEncoding;
            this.payloadTruncated = from.payloadTruncated;
            this.payloadSize = from.payloadSize;
        }

        DlqRecord build() {
            return new DlqRecord(
                    from.id,
                    from.originalTopic,
                    from.partition,
                    from.offset,
                    key,
                    payload,
                    headers,
                    from.originalTimestamp,
                    from.dlqTimestamp,
                    from.errorType,
                    errorMessage,
                    stackTrace,
                    from.consumerGroupId,
                    from.sourceService,
                    from.retryCount,
                    status,
                    from.failureCategory,
                    keyEncoding,
                    payloadEncoding,
                    payloadTruncated,
                    payloadSize);
        }
    }
}
