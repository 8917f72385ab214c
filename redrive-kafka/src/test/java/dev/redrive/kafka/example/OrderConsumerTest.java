package dev.redrive.kafka.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.testkafka.KafkaBroker;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OrderConsumerTest {
    private static final Path SOURCE = Path.of("src/test/java/dev/redrive/kafka/example/OrderConsumer.java");

    @Test
    @Timeout(120)
    void an_order_that_failed_is_processed_when_it_comes_back(@TempDir Path folder) throws Exception {
        try (KafkaBroker broker = KafkaBroker.start();
                KafkaProducer<String, String> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new StringSerializer());
                OrderConsumer orders =
                        new OrderConsumer(broker.bootstrapServers(), "orders", folder.resolve("dlq.journal"))) {
            producer.send(new ProducerRecord<>("orders", "k", "order 7")).get();
            List<String> processed = new ArrayList<>();
            List<String> failed = new ArrayList<>();

            while (processed.isEmpty()) {
                orders.poll(order -> {
                    if (failed.isEmpty()) {
                        failed.add(order);
                        throw new UncheckedIOException(new SocketTimeoutException("Read timed out"));
                    }
                    processed.add(order);
                });
            }

            assertThat(failed).containsExactly("order 7");
            assertThat(processed).containsExactly("order 7");
        }
    }

    @Test
    void the_docs_show_it_as_it_is() throws Exception {
        String source = Files.readString(SOURCE);
        String shown = source.substring(source.indexOf("import ")).strip();

        assertThat(Files.readString(Path.of("../docs/kafka.md"))).contains("```java\n" + shown + "\n```");
    }
}
