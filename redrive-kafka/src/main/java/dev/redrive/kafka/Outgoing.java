package dev.redrive.kafka;

import dev.redrive.letter.Category;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** One record on its way to a dead letter topic. */
final class Outgoing {
    /** What Kafka adds to a record and its batch, at the most. */
    private static final int OVERHEAD = 128;

    private static final int PAYLOAD_HEAD = 16 * 1024;
    private static final int LONGEST_TEXT = 1024;

    final String topic;
    final String originalTopic;
    final Category category;
    final byte @Nullable [] key;
    final byte[] value;
    final Headers headers;

    Outgoing(
            String topic,
            String originalTopic,
            Category category,
            byte @Nullable [] key,
            byte[] value,
            Headers headers) {
        this.topic = topic;
        this.originalTopic = originalTopic;
        this.category = category;
        this.key = key;
        this.value = value;
        this.headers = headers;
    }

    ProducerRecord<byte[], byte[]> record() {
        return new ProducerRecord<>(topic, null, null, key, value, headers);
    }

    int size() {
        long size = OVERHEAD + (long) value.length + (key == null ? 0 : key.length);
        for (Header header : headers)
            size += 10 + 3L * header.key().length() + (header.value() == null ? 0 : header.value().length);
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    /**
     * The same with less: first the payload is cut, then it goes altogether, and with it the headers and a long key. Empty
     * when there is nothing left to cut. Topic, partition and offset stay and say where the whole is.
     */
    Optional<Outgoing> smaller() {
        DlqRecord record = DlqRecord.of(value);
        if (!record.payloadTruncated()) return Optional.of(with(record.withPayloadHead(PAYLOAD_HEAD), key, headers));
        if (record.payload() == null) return Optional.empty();
        DlqRecord bare = record.bare(LONGEST_TEXT);
        return Optional.of(with(bare, bare.key() == null ? null : key, ours()));
    }

    private Outgoing with(DlqRecord record, byte @Nullable [] newKey, Headers newHeaders) {
        return new Outgoing(topic, originalTopic, category, newKey, record.json(), newHeaders);
    }

    private Headers ours() {
        Headers kept = new RecordHeaders();
        for (Header header : headers) if (DlqHeaders.OF_DEAD_LETTERS.contains(header.key())) kept.add(header);
        return kept;
    }
}
