package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.kafka.SharedBroker;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Payload;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.ListenerExecutionFailedException;

class DialectsOnBrokerTest {
    private static final byte[] AVRO = {0, 0, 0, 0, 42, (byte) 0xff, 0, 1};

    private final RawTopic wire = new RawTopic(SharedBroker.bootstrapServers());
    private final DeadLetterStore store = new InMemoryDeadLetterStore(InstantSource.system());
    private final String channel = RawTopic.fresh("shop");

    @AfterEach
    void close() {
        wire.close();
    }

    @Test
    void a_record_of_springs_recoverer_is_the_letter_that_spring_had_in_hand() {
        String topic = wire.topic(channel + "-dlt", 1);
        ConsumerRecord<byte[], byte[]> failed = new ConsumerRecord<>(
                channel,
                3,
                6_000_000_000L,
                1_600_000_000_000L,
                TimestampType.CREATE_TIME,
                3,
                8,
                text("key"),
                AVRO,
                new RecordHeaders().add("traceparent", text("00-1")),
                Optional.empty());
        recover(topic, failed);

        DeadLetter letter = read(topic, "spring", 1);

        assertThat(letter.message().payload()).isEqualTo(Payload.of(AVRO));
        assertThat(letter.message().headers().list()).containsExactly(Header.of("traceparent", "00-1"));
        assertThat(letter.message().origin().topic()).isEqualTo(channel);
        assertThat(letter.message().origin().partition()).isEqualTo(3);
        assertThat(letter.message().origin().offset()).isEqualTo(6_000_000_000L);
        assertThat(letter.message().origin().timestamp()).isEqualTo(Instant.ofEpochMilli(1_600_000_000_000L));
        assertThat(letter.message().origin().consumerGroupId()).isEqualTo("shop-group");
        assertThat(letter.message().origin().key()).isEqualTo(Payload.of("key"));
        assertThat(letter.failure().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(letter.failure().message()).isEqualTo("no stock");
        assertThat(letter.failure().stackTrace().text())
                .contains("Caused by: java.lang.IllegalStateException: no stock");
        assertThat(letter.tags()).containsExactly("schema-id:42");
    }

    @Test
    void connect_streams_share_groups_smallrye_and_our_own_headers_are_read() {
        write("-connect-dlq", Map.of("__connect.errors.topic", channel, "__connect.errors.exception.message", "m1"));
        write("-streams-dlq", Map.of("__streams.errors.topic", channel, "__streams.errors.message", "m2"));
        write("-share-dlq", Map.of("__dlq.errors.topic", channel, "__dlq.errors.message", "m3"));
        write("-smallrye-dlq", Map.of("dead-letter-topic", channel, "dead-letter-reason", "m4"));
        write("-x-dlq", Map.of("x-original-topic", channel, "x-error-message", "m5"));

        try (Redrive redrive = Redrive.on(store).open();
                DeadLetterReader reader = start(redrive)) {
            Await.until(() -> new IngestFixture(store, channel).count() == 5, reader::status);
            Await.until(() -> reader.status().topics().stream().allMatch(t -> t.taken() == 1), reader::status);

            assertThat(reader.status().topics())
                    .extracting(t -> t.dialects().keySet().iterator().next())
                    .containsExactlyInAnyOrder("connect", "streams", "share-group", "smallrye", "x-headers");
        }
        assertThat(new IngestFixture(store, channel).letters())
                .extracting(letter -> letter.failure().message())
                .containsExactlyInAnyOrder("m1", "m2", "m3", "m4", "m5");
    }

    private void recover(String topic, ConsumerRecord<byte[], byte[]> failed) {
        DefaultKafkaProducerFactory<byte[], byte[]> producers = new DefaultKafkaProducerFactory<>(
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        DeadLetterPublishingRecoverer recoverer = new DeadLetterPublishingRecoverer(
                new KafkaTemplate<>(producers), (r, e) -> new TopicPartition(topic, 0));
        recoverer.accept(
                failed,
                null,
                new ListenerExecutionFailedException(
                        "Listener failed", "shop-group", new IllegalStateException("no stock")));
        producers.destroy();
    }

    private void write(String ending, Map<String, String> headers) {
        String topic = wire.topic(channel + ending, 1);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, text("value"));
        headers.forEach((name, value) -> record.headers().add(name, text(value)));
        RawTopic.await(wire.producer.send(record));
    }

    private DeadLetter read(String topic, String dialect, long count) {
        try (Redrive redrive = Redrive.on(store).open();
                DeadLetterReader reader = start(redrive)) {
            Await.until(() -> new IngestFixture(store, channel).count() == count, reader::status);
            Await.until(() -> !reader.status().topics().get(0).dialects().isEmpty(), reader::status);
            TopicStatus status = reader.status().topics().get(0);
            assertThat(status.topic()).isEqualTo(topic);
            assertThat(status.dialects()).containsExactly(Map.entry(dialect, count));
        }
        return new IngestFixture(store, channel).only();
    }

    private DeadLetterReader start(Redrive redrive) {
        IngestOptions options = IngestOptions.defaults(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                        TopicChoice.of(List.of(channel + "*")))
                .group(RawTopic.fresh("group"))
                .discoverEvery(Duration.ofMillis(200));
        return DeadLetterReader.start(redrive.intake(), options, InstantSource.system());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
