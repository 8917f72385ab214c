package dev.redrive.kafka.retry;

import dev.redrive.kafka.publish.OutgoingRecord;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Parked;
import dev.redrive.kafka.record.ParkedFrom;
import dev.redrive.kafka.record.RecordInHeader;
import dev.redrive.letter.Category;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Builds the record to send back, or to park, from a record of a dead letter topic. */
final class ReturnRecords {
    private ReturnRecords() {}

    /** The original payload, key and headers; Redrive's own headers are replaced, so that they do not add up. */
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

    /** The same record in the same form, with the reason beside it. */
    static OutgoingRecord toParked(
            ConsumerRecord<byte[], byte[]> dead, @Nullable DlqRecord record, String topic, Parked.Reason reason) {
        Headers headers = new RecordHeaders(dead.headers().toArray());
        set(headers, DlqHeaders.PARKED_REASON, reason.name());
        set(headers, DlqHeaders.PARKED_FROM, ParkedFrom.of(dead));
        if (record == null)
            return new OutgoingRecord(topic, dead.topic(), Category.UNKNOWN, dead.key(), dead.value(), headers);
        DlqRecord parked = record.with(DlqStatus.DEAD);
        boolean isInHeader = RecordInHeader.isUsedIn(headers);
        if (isInHeader) headers.remove(DlqHeaders.RECORD).add(DlqHeaders.RECORD, RecordInHeader.header(parked));
        byte[] value = isInHeader ? dead.value() : parked.json();
        return new OutgoingRecord(topic, record.originalTopic(), record.failureCategory(), dead.key(), value, headers);
    }

    private static void set(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
