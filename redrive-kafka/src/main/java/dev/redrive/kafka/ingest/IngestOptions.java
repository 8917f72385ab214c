package dev.redrive.kafka.ingest;

import java.time.Duration;
import java.util.Map;

/**
 * How dead letter topics are read.
 *
 * @param client settings of the Kafka client, such as {@code bootstrap.servers} and those for TLS and SASL
 * @param group the consumer group in which the nodes share the partitions; what it commits is only for tools
 * @param batchRecords the most records that are stored at once
 * @param batchBytes the most bytes that are gathered for one batch; a record that is larger goes alone
 * @param automaticWithin what failed longer ago waits for a manual decision instead of being sent back automatically
 * @param discoverEvery how often new topics are discovered
 * @param backOff how long to wait after something went wrong, before it is tried again
 */
public record IngestOptions(
        Map<String, Object> client,
        TopicChoice topics,
        String group,
        int batchRecords,
        long batchBytes,
        Duration automaticWithin,
        Duration discoverEvery,
        Duration backOff) {
    public IngestOptions {
        client = Map.copyOf(client);
        if (!client.containsKey("bootstrap.servers"))
            throw new IllegalArgumentException("the Kafka client needs bootstrap.servers");
        if (group.isBlank()) throw new IllegalArgumentException("the consumer group needs a name");
        if (batchRecords < 1) throw new IllegalArgumentException("a batch has at least 1 record, not " + batchRecords);
        if (batchBytes < 1) throw new IllegalArgumentException("a batch has at least 1 byte, not " + batchBytes);
        if (discoverEvery.compareTo(Duration.ZERO) <= 0 || backOff.compareTo(Duration.ZERO) <= 0)
            throw new IllegalArgumentException("times to wait must be longer than nothing");
        if (automaticWithin.isNegative()) throw new IllegalArgumentException("an age cannot be negative");
    }

    public static IngestOptions defaults(Map<String, ?> client, TopicChoice topics) {
        return new IngestOptions(
                Map.copyOf(client),
                topics,
                "redrive",
                2000,
                8L << 20,
                Duration.ofHours(1),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1));
    }

    public IngestOptions group(String value) {
        return new IngestOptions(
                client, topics, value, batchRecords, batchBytes, automaticWithin, discoverEvery, backOff);
    }

    public IngestOptions batch(int records, long bytes) {
        return new IngestOptions(client, topics, group, records, bytes, automaticWithin, discoverEvery, backOff);
    }

    public IngestOptions automaticWithin(Duration value) {
        return new IngestOptions(client, topics, group, batchRecords, batchBytes, value, discoverEvery, backOff);
    }

    public IngestOptions discoverEvery(Duration value) {
        return new IngestOptions(client, topics, group, batchRecords, batchBytes, automaticWithin, value, backOff);
    }

    public IngestOptions backOff(Duration value) {
        return new IngestOptions(
                client, topics, group, batchRecords, batchBytes, automaticWithin, discoverEvery, value);
    }
}
