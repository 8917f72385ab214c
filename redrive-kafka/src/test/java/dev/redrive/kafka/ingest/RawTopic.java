package dev.redrive.kafka.ingest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A client of tests that creates topics and writes records. */
final class RawTopic implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    final Admin admin;
    final KafkaProducer<byte[], byte[]> producer;
    private final String servers;

    RawTopic(String servers) {
        this.servers = servers;
        admin = Admin.create(Map.of("bootstrap.servers", servers));
        producer = producer(Map.of());
    }

    KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", servers);
        settings.put("linger.ms", 5);
        // A topic that is new to the broker may refuse the first batch, and several in flight then get out of order.
        settings.put("max.in.flight.requests.per.connection", 1);
        // A producer that forgets its topics while the broker is away waits a minute with every record.
        settings.put("metadata.recovery.strategy", "none");
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A name that no other test has. */
    static String fresh(String name) {
        return name + NUMBER.incrementAndGet() + "-" + System.nanoTime();
    }

    String topic(String name, int partitions) {
        await(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all());
        return name;
    }

    /** Writes the numbers from one to another, each as the value of a record. */
    void send(String topic, int from, int to) {
        List<Future<?>> sent = new ArrayList<>();
        for (int i = from; i < to; i++) {
            byte[] number = String.valueOf(i).getBytes(StandardCharsets.UTF_8);
            sent.add(producer.send(new ProducerRecord<>(topic, number, number)));
        }
        producer.flush();
        sent.forEach(RawTopic::await);
    }

    static <T> T await(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(1));
        admin.close(Duration.ofSeconds(1));
    }
}
