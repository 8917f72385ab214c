package dev.redrive.kafka.example;

import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.kafka.retry.DlqRetryService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Processes orders. What fails goes to the dead letter topic, and comes back from there when it is due. */
final class OrderConsumer implements AutoCloseable {
    private static final String GROUP = "shop";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final DlqPublisher deadLetters;
    private final DlqRetryService retries;

    OrderConsumer(String bootstrapServers, String topic, Path journal) {
        Map<String, Object> cluster = Map.of("bootstrap.servers", bootstrapServers);
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "group.id",
                        GROUP,
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.subscribe(List.of(topic));
        deadLetters = DlqPublisher.on(cluster)
                .sourceService(GROUP)
                .journal(journal, 256L * 1024 * 1024)
                .build();
        retries = DlqRetryService.on(cluster, List.of(topic))
                .group(GROUP + "-dlq-retry")
                .onParked(parked -> System.err.println("needs a manual decision: " + parked.parkedTopic()))
                .start();
    }

    /** One round; call it in a loop. */
    void poll(Consumer<String> process) {
        for (ConsumerRecord<byte[], byte[]> order : consumer.poll(Duration.ofMillis(200))) {
            try {
                process.accept(new String(order.value(), StandardCharsets.UTF_8));
            } catch (RuntimeException e) {
                deadLetters.publish(new FailedRecord(order, e, GROUP)); // the record is safe when it returns
            }
        }
        consumer.commitSync();
    }

    @Override
    public void close() {
        consumer.close();
        retries.close();
        deadLetters.close();
    }
}
