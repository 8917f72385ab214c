package dev.redrive.benchmarks.kafka;

import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.benchmarks.sample.ThrownErrors;
import dev.redrive.kafka.record.FailedRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Records as a listener got them, each with an exception of its own. Payloads repeat; no side compares them. */
final class FailedRecords {
    private static final int PAYLOADS = 4_096;
    private static final int KEYS = 5_000;

    private FailedRecords() {}

    static List<FailedRecord> of(String topic, int count) {
        List<byte[]> payloads = Samples.range(0, Math.min(count, PAYLOADS)).stream()
                .map(sample -> bytes(sample.event()))
                .toList();
        return IntStream.range(0, count)
                .mapToObj(i -> failed(topic, i, payloads.get(i % payloads.size())))
                .toList();
    }

    private static FailedRecord failed(String topic, int i, byte[] payload) {
        byte[] key = bytes("customer-" + i % KEYS);
        Sample sample = Samples.of(i);
        Headers headers = new RecordHeaders().add("tenant", bytes("tenant-" + i % 200));
        ConsumerRecord<byte[], byte[]> found = new ConsumerRecord<>(
                topic,
                i % KafkaCluster.PARTITIONS,
                i / KafkaCluster.PARTITIONS,
                sample.createdAt().toEpochMilli(),
                TimestampType.CREATE_TIME,
                key.length,
                payload.length,
                key,
                payload,
                headers,
                Optional.empty());
        return new FailedRecord(found, ThrownErrors.of(i, sample.errorMessage()), "shop");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
