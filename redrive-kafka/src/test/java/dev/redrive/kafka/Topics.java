package dev.redrive.kafka;

import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics of a broker, read and written by tests. */
public final class Topics {
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final String bootstrapServers;

    public Topics(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    public static Topics shared() {
        return new Topics(SharedBroker.bootstrapServers());
    }

    public Map<String, Object> settings() {
        return Map.of("bootstrap.servers", bootstrapServers);
    }

    public static String unique(String name) {
        return name + "-" + UUID.randomUUID();
    }

    /** A new topic with its dead letter topic and the one of parked records. */
    public String family(String name, int partitions) {
        String topic = unique(name);
        for (String each : List.of(topic, topic + ".dlq", topic + ".dlq.parked")) create(each, partitions, Map.of());
        return topic;
    }

    public void create(String topic, int partitions, Map<String, String> configuration) {
        try (Admin admin = Admin.create(settings())) {
            NewTopic fresh = new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(configuration);
            admin.createTopics(List.of(fresh)).all().get();
            // A broker that does not know its new partitions yet makes a producer wait, for minutes in a bad case.
            Await.until("the broker knows " + topic, () -> isKnown(admin, topic, partitions));
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isKnown(Admin admin, String topic, int partitions) {
        Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, partitions)
                .boxed()
                .collect(Collectors.toMap(i -> new TopicPartition(topic, i), i -> OffsetSpec.latest()));
        try {
            admin.listOffsets(ends).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) return false;
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public Map<String, String> configuration(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = Admin.create(settings())) {
            return admin.describeConfigs(List.of(resource)).all().get().values().stream()
                    .flatMap(found -> found.entries().stream())
                    .collect(Collectors.toMap(ConfigEntry::name, entry -> String.valueOf(entry.value())));
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public int partitions(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = reader(topic)) {
            return consumer.assignment().size();
        }
    }

    public RecordMetadata write(ProducerRecord<byte[], byte[]> record) {
        return writeAll(List.of(record)).get(0);
    }

    public List<RecordMetadata> writeAll(List<ProducerRecord<byte[], byte[]>> records) {
        Map<String, Object> all = new HashMap<>(settings());
        all.put("max.request.size", 10_000_000);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<RecordMetadata> written = new ArrayList<>();
            for (var sent : records.stream().map(producer::send).toList()) written.add(sent.get());
            return written;
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until there are at least so many, and returns all of them. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = reader(topic)) {
            while (true) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
                if (found.size() >= count) return found;
                if (System.nanoTime() > deadline)
                    throw new AssertionError(topic + " has " + found.size() + " records, not " + count);
            }
        }
    }

    public ConsumerRecord<byte[], byte[]> readOne(String topic) {
        return read(topic, 1).get(0);
    }

    public long count(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = reader(topic)) {
            return consumer.endOffsets(consumer.assignment()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    private KafkaConsumer<byte[], byte[]> reader(String topic) {
        Map<String, Object> all = new HashMap<>(settings());
        all.put("auto.offset.reset", "earliest");
        all.put("max.partition.fetch.bytes", 20_000_000);
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return consumer;
    }
}
