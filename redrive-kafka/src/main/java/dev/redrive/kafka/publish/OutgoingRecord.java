package dev.redrive.kafka.publish;

import dev.redrive.internal.text.ShortText;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.RecordInHeader;
import dev.redrive.letter.Category;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record to be sent to a dead letter topic. It has several forms, each smaller than the one before: JSON, the original
 * bytes with the failure in a header, the same compressed, the same with less said of the failure, and only then with a part
 * of the payload.
 */
public final class OutgoingRecord {
    /** What Kafka adds to a record and its batch, at the most. */
    private static final int OVERHEAD = 128;

    private static final int LONGEST_TEXT = 1024;
    private static final int BRIEF_TEXT = 200;
    private static final int ROOM_FOR_MARK = 64;

    final String topic;
    final String originalTopic;
    final Category category;
    final byte @Nullable [] key;
    final byte @Nullable [] value;
    final Headers headers;
    /** Whether something of the original is missing. */
    public final boolean cut;

    public OutgoingRecord(
            String topic,
            String originalTopic,
            Category category,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Headers headers) {
        this(topic, originalTopic, category, key, value, headers, false);
    }

    private OutgoingRecord(
            String topic,
            String originalTopic,
            Category category,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Headers headers,
            boolean cut) {
        this.topic = topic;
        this.originalTopic = originalTopic;
        this.category = category;
        this.key = key;
        this.value = value;
        this.headers = headers;
        this.cut = cut;
    }

    public ProducerRecord<byte[], byte[]> record() {
        return new ProducerRecord<>(topic, null, null, key, value, headers);
    }

    int size() {
        long size = OVERHEAD + length(value) + length(key);
        for (Header header : headers) size += 10 + 3L * header.key().length() + length(header.value());
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** The fullest form that has at most so many bytes. */
    public OutgoingRecord fitting(int limit) {
        return size() <= limit ? this : whole(limit).orElseGet(() -> cut(limit));
    }

    /** For a broker that calls this too large and does not say what it takes. Empty when there is nothing left to cut. */
    public Optional<OutgoingRecord> smaller() {
        Optional<OutgoingRecord> whole = whole(size() - 1);
        if (whole.isPresent()) return whole;
        OutgoingRecord cut = cut(size() / 2);
        return cut.size() < size() ? Optional.of(cut) : Optional.empty();
    }

    /** Null when it was not written by Redrive. */
    private @Nullable DlqRecord content() {
        try {
            if (RecordInHeader.isUsedIn(headers)) return RecordInHeader.read(key, value, headers);
            return value == null ? null : DlqRecord.of(value);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    // All of it

    private Optional<OutgoingRecord> whole(int limit) {
        DlqRecord record = content();
        if (record == null || record.payloadTruncated()) return Optional.empty();
        byte[] payload = record.payloadBytes();
        byte[] compressedPayload = null;
        for (DlqRecord form : List.of(record, record.brief(BRIEF_TEXT))) {
            OutgoingRecord plain = inHeader(form, payload, null);
            if (plain.size() <= limit) return Optional.of(plain);
            if (payload == null) continue;
            if (compressedPayload == null) compressedPayload = RecordInHeader.compressed(payload);
            OutgoingRecord compressed = inHeader(form, compressedPayload, RecordInHeader.GZIP);
            if (compressed.size() <= limit) return Optional.of(compressed);
        }
        return Optional.empty();
    }

    private OutgoingRecord inHeader(DlqRecord form, byte @Nullable [] newValue, @Nullable String encoding) {
        Headers all = new RecordHeaders(headers.toArray());
        set(all, DlqHeaders.ERROR_MESSAGE, utf8(ShortText.cut(form.errorMessage(), LONGEST_TEXT)));
        set(all, DlqHeaders.RECORD, RecordInHeader.header(form));
        all.remove(DlqHeaders.VALUE_ENCODING);
        if (encoding != null) set(all, DlqHeaders.VALUE_ENCODING, utf8(encoding));
        return new OutgoingRecord(topic, originalTopic, category, key, newValue, all);
    }

    // As much as fits

    /** As JSON, so that it cannot be mistaken for the original. Topic, partition and offset say where the whole is. */
    private OutgoingRecord cut(int limit) {
        DlqRecord record = content();
        if (record == null) return foreignCut(limit);
        Headers kept = new RecordHeaders(headers.toArray());
        kept.remove(DlqHeaders.RECORD).remove(DlqHeaders.VALUE_ENCODING);
        int most = Math.max(
                0, limit - with(key, record.withPayloadHead(0).json(), kept).size());
        if (most > 0) return with(key, record.withPayloadHead(most).json(), kept);
        DlqRecord bare = record.bare(LONGEST_TEXT);
        byte[] shortKey = bare.key() == null ? null : key;
        Headers ownHeaders = ownHeaders(kept);
        int rest = Math.max(
                0,
                limit
                        - with(shortKey, bare.withPayloadHead(0).json(), ownHeaders)
                                .size());
        return with(shortKey, bare.withPayloadHead(rest).json(), ownHeaders);
    }

    /** For a record that Redrive did not write; a header says how large its value was. */
    private OutgoingRecord foreignCut(int limit) {
        Headers kept = headers.lastHeader(DlqHeaders.PAYLOAD_CUT) == null ? marked(headers) : headers;
        if (with(key, null, kept).size() > limit) kept = ownHeaders(kept);
        byte[] shortKey = with(key, null, kept).size() > limit ? null : key;
        int room =
                Math.max(0, limit - ROOM_FOR_MARK - with(shortKey, null, kept).size());
        return with(shortKey, value == null ? null : Arrays.copyOf(value, Math.min(room, value.length)), kept);
    }

    private Headers marked(Headers all) {
        return new RecordHeaders(all.toArray()).add(DlqHeaders.PAYLOAD_CUT, utf8(Long.toString(length(value))));
    }

    private static Headers ownHeaders(Headers all) {
        Headers kept = new RecordHeaders();
        for (Header header : all) if (DlqHeaders.OF_DEAD_LETTERS.contains(header.key())) kept.add(header);
        return kept;
    }

    private OutgoingRecord with(byte @Nullable [] newKey, byte @Nullable [] newValue, Headers newHeaders) {
        return new OutgoingRecord(topic, originalTopic, category, newKey, newValue, newHeaders, true);
    }

    private static void set(Headers headers, String name, byte[] value) {
        headers.remove(name).add(name, value);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
