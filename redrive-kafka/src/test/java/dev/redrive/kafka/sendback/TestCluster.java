package dev.redrive.kafka.sendback;

import dev.redrive.kafka.SharedBroker;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A cluster for tests: fresh topics, their records, and consumer groups with given positions. */
final class TestCluster implements AutoCloseable {

    private final String bootstrapServers;
    final Admin admin;

    TestCluster() {
        this(SharedBroker.bootstrapServers());
    }

    TestCluster(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(settings());
    }

    Map<String, Object> settings() {
        return Map.of("bootstrap.servers", bootstrapServers);
    }

    String topic(int partitions) {
        String name = "orders-" + UUID.randomUUID();
        create(name, partitions);
        return name;
    }

    void create(String name, int partitions) {
        try {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get();
            Await.until(() -> partitions(name) == partitions);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    void delete(String name) {
        try {
            admin.deleteTopics(List.of(name)).all().get();
            Await.until(() -> partitions(name) == 0);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private int partitions(String name) {
        try {
            return admin.describeTopics(List.of(name)).allTopicNames().get().values().stream()
                    .mapToInt(topic -> topic.partitions().size())
                    .sum();
        } catch (ExecutionException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Any record. */
    void send(String topic) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {1})).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Says, as a consumer of the group would, that all before this offset is processed. */
    void commit(String group, String topic, int partition, long offset) {
        try {
            admin.alterConsumerGroupOffsets(
                            group, Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset)))
                    .all()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    KafkaConsumer<byte[], byte[]> consumer(Optional<String> group) {
        Map<String, Object> all = new HashMap<>(settings());
        group.ifPresent(name -> all.put("group.id", name));
        all.put("auto.offset.reset", "earliest");
        all.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** All that is in a topic now. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(Optional.empty())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            Await.until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return partitions.stream().allMatch(p -> consumer.position(p) >= ends.getOrDefault(p, 0L));
            });
            return records;
        }
    }

    ConsumerRecord<byte[], byte[]> onlyRecord(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = records(topic);
        if (records.size() != 1) throw new AssertionError(topic + " has " + records.size() + " records, not one");
        return records.get(0);
    }

    @Override
    public void close() {
        admin.close();
    }
}
