package dev.redrive.kafka.dialect;

import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqRecord;
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

/** Records of our own publisher: the message is inside the JSON value. */
final class OwnRecords implements DialectReader {
    private static final String MEMBER = "\"originalTopic\"";
    /** The member is among the first ones; a large record of somebody else is not searched to its end. */
    private static final int LOOK_AT = 512;

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        if (headers.has(DlqHeaders.RECORD)) return true;
        byte[] value = found.value();
        if (value == null || value.length == 0 || value[0] != '{') return false;
        int end = Math.min(value.length, LOOK_AT);
        return new String(value, 0, end, StandardCharsets.ISO_8859_1).contains(MEMBER);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account) {
        DlqRecord record = DlqRecord.of(found);
        account.payload = record.payloadBytes();
        byte[] key = record.keyBytes();
        if (key != null) account.key = key;
        account.inside = record.headers();
        account.headers = headers(account.headers, record.headers());
        account.topic(record.originalTopic());
        account.at(number(record.partition()), record.offset());
        account.timestamp(millis(record.originalTimestamp()));
        account.group(record.consumerGroupId());
        account.service = record.sourceService();
        account.type = record.errorType();
        account.message = record.errorMessage();
        account.stackTrace = record.stackTrace();
        if (record.failureCategory() != Category.UNKNOWN) account.category = record.failureCategory();
        account.retries((long) Math.max(0, record.retryCount()));
        account.note("dlqId", record.id());
        account.note("failedAt", record.dlqTimestamp());
        if (record.payloadTruncated()) account.cut(record.payloadSize());
    }

    /** The record has the headers of the message with every byte; those that only the JSON knows are added. */
    private static List<Header> headers(List<Header> outside, Map<String, String> inside) {
        Set<String> known = outside.stream().map(Header::name).collect(Collectors.toSet());
        List<Header> all = new ArrayList<>(outside);
        inside.forEach((name, value) -> {
            if (!known.contains(name) && !ExceptionHeaders.isOne(name))
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
