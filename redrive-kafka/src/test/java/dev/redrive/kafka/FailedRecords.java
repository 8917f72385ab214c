package dev.redrive.kafka;

import dev.redrive.kafka.record.FailedRecord;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Records that could not be processed. */
public final class FailedRecords {
    public static final long WRITTEN = 1_700_000_000_123L;

    private FailedRecords() {}

    public static FailedRecord record(String topic, String key, String payload) {
        return new FailedRecord(of(topic, 7, bytes(key), bytes(payload), new RecordHeaders()), timeout(), "billing");
    }

    public static ConsumerRecord<byte[], byte[]> of(
            String topic, long offset, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return new ConsumerRecord<>(
                topic, 0, offset, WRITTEN, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
    }

    public static Exception timeout() {
        return new SocketTimeoutException("Read timed out");
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
