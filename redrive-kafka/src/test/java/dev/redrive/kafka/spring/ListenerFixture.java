package dev.redrive.kafka.spring;

import dev.redrive.kafka.SharedBroker;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;

/** One test's topic with its dead letter topic, its consumer group and its containers, on the real broker. */
final class ListenerFixture implements AutoCloseable {
    final String topic = "t" + UUID.randomUUID();
    final String group = "g" + UUID.randomUUID();
    final List<String> processed = new CopyOnWriteArrayList<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Object> settings = new HashMap<>();
    private final List<Runnable> open = new ArrayList<>();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()));
    private final KafkaProducer<byte[], byte[]> producer;

    ListenerFixture(int partitions) {
        try {
            admin.createTopics(List.of(
                            new NewTopic(topic, partitions, (short) 1), new NewTopic(topic + ".dlq", 1, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        settings.put("bootstrap.servers", SharedBroker.bootstrapServers());
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        settings.put("key.deserializer", StringDeserializer.class);
        settings.put("value.deserializer", StringDeserializer.class);
    }

    ListenerFixture set(String name, Object value) {
        settings.put(name, value);
        return this;
    }

    DlqPublisher.Builder publisher() {
        return DlqPublisher.on(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))
                .timeout(Duration.ofSeconds(30));
    }

    /** With short waits. */
    DlqErrorHandler.Builder handler() {
        return handler(publisher().build());
    }

    DlqErrorHandler.Builder handler(DlqPublisher publisher) {
        open.add(publisher::close);
        return DlqErrorHandler.with(publisher)
                .retries(new InPlaceRetries(2, 1, Duration.ofMillis(50), Duration.ofMillis(200)))
                .withoutOutageMode();
    }

    /** Sends to partition 0. */
    void send(String... values) {
        for (String value : values) send(0, value);
    }

    void send(int partition, String value) {
        send(partition, value.getBytes(StandardCharsets.UTF_8));
    }

    void send(int partition, byte[] value) {
        try {
            producer.send(new ProducerRecord<>(topic, partition, "key".getBytes(StandardCharsets.UTF_8), value))
                    .get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void send(String value, Map<String, String> headers) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, 0, null, value.getBytes(StandardCharsets.UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        try {
            producer.send(record).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until there is one. */
    ConsumerRecord<byte[], byte[]> readOne(String from) {
        await(() -> exists(from) && !records(from).isEmpty());
        return records(from).get(0);
    }

    private boolean exists(String name) {
        try {
            return admin.listTopics().names().get().contains(name);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    ContainerProperties properties() {
        ContainerProperties properties = new ContainerProperties(topic);
        properties.setShutdownTimeout(5000);
        return properties;
    }

    ConcurrentMessageListenerContainer<Object, Object> container(ContainerProperties properties, Object listener) {
        properties.setMessageListener(listener);
        ConcurrentMessageListenerContainer<Object, Object> container =
                new ConcurrentMessageListenerContainer<>(new DefaultKafkaConsumerFactory<>(settings), properties);
        container.setBeanName("listener-" + topic);
        open.add(0, container::stop);
        return container;
    }

    ConcurrentMessageListenerContainer<Object, Object> start(
            ContainerProperties properties, Object listener, DlqErrorHandler handler) {
        ConcurrentMessageListenerContainer<Object, Object> container = container(properties, listener);
        handler.attachTo(container);
        container.start();
        return container;
    }

    List<DlqRecord> dlq() {
        List<DlqRecord> read = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> each : dlqRecords()) read.add(DlqRecord.of(each.value()));
        return read;
    }

    List<String> dlqPayloads() {
        return dlq().stream().map(each -> String.valueOf(each.payload())).toList();
    }

    List<ConsumerRecord<byte[], byte[]>> dlqRecords() {
        return records(topic + ".dlq");
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(String from) {
        TopicPartition partition = new TopicPartition(from, 0);
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end =
                    consumer.endOffsets(List.of(partition)).values().iterator().next();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(read::add);
            }
        }
        return read;
    }

    /** The group's committed offset of partition 0, 0 when there is none. */
    long committed() {
        return committed(0);
    }

    long committed(int partition) {
        try {
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(topic, partition));
            return offset == null ? 0 : offset.offset();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void await(BooleanSupplier condition) {
        Await.until(condition::getAsBoolean, () -> "calls " + calls + ", processed " + processed);
    }

    @Override
    public void close() {
        open.forEach(Runnable::run);
        producer.close();
        admin.close();
    }
}
