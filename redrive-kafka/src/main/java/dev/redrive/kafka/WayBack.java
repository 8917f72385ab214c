package dev.redrive.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Makes of a record of a dead letter topic the one that goes back, or the one that is parked. */
final class WayBack {
    private static final int LONGEST_TEXT = 1024;

    private WayBack() {}

    /** The original payload, key and headers; ours are replaced, so that nothing grows from trip to trip. */
    static ProducerRecord<byte[], byte[]> toOriginal(
            ConsumerRecord<byte[], byte[]> dead, DlqRecord record, @Nullable Integer partition) {
        Headers headers = original(dead.headers(), record);
        set(headers, DlqHeaders.RETRY_COUNT, Integer.toString(record.retryCount() + 1));
        set(headers, DlqHeaders.IDEMPOTENCY_KEY, record.id());
        Instant written = record.originalTimestamp();
        if (written != null) set(headers, DlqHeaders.ORIGINAL_TIMESTAMP, Long.toString(written.toEpochMilli()));
        return new ProducerRecord<>(
                record.originalTopic(), partition, null, record.keyBytes(), record.payloadBytes(), headers);
    }

    /** Those that the publisher kept byte for byte; of another publisher, those that are in the record only. */
    private static Headers original(Headers dead, DlqRecord record) {
        Headers headers = new RecordHeaders();
        for (Header header : dead) if (!DlqHeaders.OF_DEAD_LETTERS.contains(header.key())) headers.add(header);
        record.headers().forEach((name, value) -> {
            if (!DlqHeaders.OF_DEAD_LETTERS.contains(name) && dead.lastHeader(name) == null)
                headers.add(name, DlqRecord.headerBytes(value));
        });
        return headers;
    }

    static ProducerRecord<byte[], byte[]> toParked(
            ConsumerRecord<byte[], byte[]> dead, @Nullable DlqRecord record, String topic, Parked.Why why) {
        Headers headers = new RecordHeaders(dead.headers().toArray());
        set(headers, DlqHeaders.PARKED_REASON, why.name());
        set(headers, DlqHeaders.PARKED_FROM, ParkedFrom.of(dead));
        byte[] value =
                record == null ? dead.value() : record.with(DlqStatus.DEAD).json();
        return new ProducerRecord<>(topic, null, null, dead.key(), value, headers);
    }

    /** For a topic that does not take the whole: what it is and where it is, nothing more. */
    static ProducerRecord<byte[], byte[]> toParkedShort(
            ConsumerRecord<byte[], byte[]> dead, @Nullable DlqRecord record, String topic, Parked.Why why) {
        Headers headers = new RecordHeaders();
        set(headers, DlqHeaders.PARKED_REASON, why.name());
        set(headers, DlqHeaders.PARKED_FROM, ParkedFrom.of(dead));
        set(headers, DlqHeaders.ORIGINAL_TOPIC, dead.topic() + "/" + dead.partition() + "/" + dead.offset());
        byte[] value = record == null
                ? null
                : record.with(DlqStatus.DEAD)
                        .withPayloadHead(LONGEST_TEXT)
                        .bare(LONGEST_TEXT)
                        .json();
        return new ProducerRecord<>(topic, null, null, null, value, headers);
    }

    private static void set(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
