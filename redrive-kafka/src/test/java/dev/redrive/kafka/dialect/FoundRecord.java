package dev.redrive.kafka.dialect;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** A builder of records of a dead letter topic. */
final class FoundRecord {
    static final long TIMESTAMP = 1_700_000_000_000L;

    private final String topic;
    private final Headers headers = new RecordHeaders();
    private byte @Nullable [] key = text("key");
    private byte @Nullable [] value = text("{\"order\":1}");
    private long timestamp = TIMESTAMP;

    private FoundRecord(String topic) {
        this.topic = topic;
    }

    static FoundRecord in(String topic) {
        return new FoundRecord(topic);
    }

    FoundRecord key(byte @Nullable [] bytes) {
        key = bytes;
        return this;
    }

    FoundRecord value(byte @Nullable [] bytes) {
        value = bytes;
        return this;
    }

    FoundRecord at(long millis) {
        timestamp = millis;
        return this;
    }

    FoundRecord header(String name, String text) {
        return header(name, text(text));
    }

    FoundRecord header(String name, int number) {
        return header(name, ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    FoundRecord header(String name, long number) {
        return header(name, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    FoundRecord header(String name, byte @Nullable [] bytes) {
        headers.add(name, bytes);
        return this;
    }

    ConsumerRecord<byte[], byte[]> found() {
        return new ConsumerRecord<byte[], byte[]>(
                topic, 3, 77, timestamp, TimestampType.CREATE_TIME, -1, -1, key, value, headers, Optional.empty());
    }

    TranslatedRecord translated() {
        return TranslatedRecord.of(found()).orElseThrow();
    }

    FailedMessage failed() {
        return translated().record().failed();
    }

    FailedMessage.ReportedError reported() {
        return (FailedMessage.ReportedError) failed().reason();
    }

    StreamRecord record() {
        return translated().record();
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
