package dev.redrive.endtoend.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of a test, seen from an application whose consumer group fails. */
public final class Topics implements AutoCloseable {
    static final String GROUP = "shop";

    private final String servers;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;

    public Topics(String servers) {
        this.servers = servers;
        this.admin = Admin.create(Map.of("bootstrap.servers", servers));
        this.producer = new KafkaProducer<>(producerOf(servers), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static Map<String, Object> producerOf(String servers) {
        return Map.of(
                "bootstrap.servers",
                servers,
                "acks",
                "all",
                // It may write a record twice when a broker dies, but it never gets stuck.
                "enable.idempotence",
                false,
                // A producer that forgets its topics while the broker is away waits a minute with every record.
                "metadata.recovery.strategy",
                "none");
    }

    public void create(int partitions, String... names) {
        List<NewTopic> topics = Arrays.stream(names)
                .map(name -> new NewTopic(name, partitions, (short) 1))
                .toList();
        get(admin.createTopics(topics).all());
    }

    /** A record of a topic failed in its consumer group, and Spring put it into the dead letter topic. */
    Future<RecordMetadata> die(String topic, int partition, long offset, String key, String value) {
        return producer.send(dead(topic, partition, offset, bytes(key), bytes(value), new RecordHeaders()));
    }

    /** A record that was read from a topic fails again. */
    void dieAgain(ConsumerRecord<byte[], byte[]> read) {
        get(producer.send(
                dead(read.topic(), read.partition(), read.offset(), read.key(), read.value(), read.headers())));
    }

    private static ProducerRecord<byte[], byte[]> dead(
            String topic, int partition, long offset, byte[] key, byte[] value, Headers headers) {
        headers.add("kafka_dlt-original-topic", bytes(topic));
        headers.add(
                "kafka_dlt-original-partition",
                ByteBuffer.allocate(4).putInt(partition).array());
        headers.add(
                "kafka_dlt-original-offset",
                ByteBuffer.allocate(8).putLong(offset).array());
        headers.add("kafka_dlt-original-consumer-group", bytes(GROUP));
        headers.add("kafka_dlt-exception-fqcn", bytes("shop.ValidationException"));
        headers.add("kafka_dlt-exception-message", bytes("the amount must be positive"));
        return new ProducerRecord<>(topic + ".dlq", null, key, value, headers);
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        get(producer.send(record));
    }

    /** How many records a topic has, some of them perhaps twice. */
    public int count(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            return consumer.endOffsets(partitions).values().stream()
                    .mapToInt(Long::intValue)
                    .sum();
        }
    }

    /** All records of a topic with one partition. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (consumer.position(partition) < end)
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            return records;
        }
    }

    /** The group has processed everything before this offset. */
    void commit(String topic, long offset) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.commitSync(Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)));
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "group.id", GROUP, "enable.auto.commit", false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new AssertionError("the broker did not do it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for the broker", e);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
        admin.close(Duration.ofSeconds(5));
    }
}
