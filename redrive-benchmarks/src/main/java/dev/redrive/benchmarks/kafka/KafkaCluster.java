package dev.redrive.benchmarks.kafka;

import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.testkafka.KafkaBroker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker of our own as a process of its own, and its topics. */
public final class KafkaCluster implements AutoCloseable {
    static final int PARTITIONS = 6;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaBroker broker;
    private final Admin admin;

    private KafkaCluster(KafkaBroker broker) {
        this.broker = broker;
        this.admin = Admin.create(client());
    }

    public static KafkaCluster start(Workspace workspace) {
        KafkaCluster cluster = new KafkaCluster(KafkaBroker.start());
        workspace.closeAtExit(cluster);
        return cluster;
    }

    public Map<String, Object> client() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    /** The defaults of Kafka, Spring and our publisher. */
    Map<String, Object> producer() {
        Map<String, Object> settings = new HashMap<>(client());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return settings;
    }

    /** With the large batches that our publisher has, so that only what each does with a record differs. */
    Map<String, Object> producerOfLargeBatches() {
        Map<String, Object> settings = producer();
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        return settings;
    }

    /** The files of a topic that is dropped go at once, and not a minute later. */
    public void create(String topic) throws ExecutionException, InterruptedException {
        Map<String, String> settings = Map.of("file.delete.delay.ms", "0");
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty()).configs(settings)))
                .all()
                .get();
        awaitLeaders(topic);
    }

    /** A topic is made before all of its partitions take records. */
    private void awaitLeaders(String topic) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) ends.put(new TopicPartition(topic, i), OffsetSpec.latest());
        Stopwatch watch = new Stopwatch(PATIENCE);
        while (!answers(ends)) {
            if (watch.isOver()) throw new IllegalStateException("the broker made " + topic + " and does not have it");
            Thread.sleep(20);
        }
    }

    private boolean answers(Map<TopicPartition, OffsetSpec> ends) throws ExecutionException, InterruptedException {
        try {
            return admin.listOffsets(ends).all().get().size() == ends.size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) return false;
            throw e;
        }
    }

    public void drop(String topic) throws ExecutionException, InterruptedException {
        admin.deleteTopics(List.of(topic)).all().get();
    }

    /** The shutdown hook of the broker is the one that ends it when this process is told to go. */
    @Override
    public void close() {
        admin.close();
        broker.kill();
    }
}
