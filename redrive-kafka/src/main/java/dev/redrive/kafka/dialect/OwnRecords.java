package dev.redrive.kafka.dialect;

import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.letter.Category;
import dev.redrive.letter.Header;
import dev.redrive.letter.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Records of {@code DlqPublisher}: the message is inside the JSON value. */
final class OwnRecords implements DialectReader {
    private static final String MEMBER = "\"originalTopic\"";
    /** The member is among the first ones; a large record in another format is not searched to its end. */
    private static final int SEARCHED_BYTES = 512;

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        if (headers.has(DlqHeaders.RECORD)) return true;
        byte[] value = found.value();
        if (value == null || value.length == 0 || value[0] != '{') return false;
        int end = Math.min(value.length, SEARCHED_BYTES);
        return new String(value, 0, end, StandardCharsets.ISO_8859_1).contains(MEMBER);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        DlqRecord record = DlqRecord.of(found);
        fields.resolved = record.status() == DlqStatus.RESOLVED;
        fields.payload = record.payloadBytes();
        byte[] key = record.keyBytes();
        if (key != null) fields.key = key;
        fields.embeddedHeaders = record.headers();
        fields.headers = headers(fields.headers, record.headers());
        fields.topic(record.originalTopic());
        fields.at(number(record.partition()), record.offset());
        fields.timestamp(millis(record.originalTimestamp()));
        fields.group(record.consumerGroupId());
        fields.service = record.sourceService();
        fields.type = record.errorType();
        fields.message = record.errorMessage();
        fields.stackTrace = record.stackTrace();
        if (record.failureCategory() != Category.UNKNOWN) fields.category = record.failureCategory();
        fields.retries((long) Math.max(0, record.retryCount()));
        fields.note("dlqId", record.id());
        fields.eventId = record.id().isBlank() ? null : record.id();
        fields.note("failedAt", record.dlqTimestamp());
        if (record.payloadTruncated()) fields.cut(record.payloadSize());
    }

    /** The record has the headers of the message with every byte; those that only the JSON has are added. */
    private static List<Header> headers(List<Header> outside, Map<String, String> embeddedHeaders) {
        Set<String> known = outside.stream().map(Header::name).collect(Collectors.toSet());
        List<Header> all = new ArrayList<>(outside);
        embeddedHeaders.forEach((name, value) -> {
            if (!known.contains(name) && !ExceptionHeaders.contains(name))
                all.add(new Header(name, Payload.of(DlqRecord.headerBytes(value))));
        });
        return all;
    }

    private static @Nullable Long number(@Nullable Integer value) {
        return value == null || value < 0 ? null : Long.valueOf(value);
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }
}
