package dev.redrive.kafka.sendback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.redrive.classify.Classifier;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.engine.Target;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import dev.redrive.letter.Retryability;
import dev.redrive.testing.Await;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaTargetTest {
    private static final ReturnTopic TO_ORIGINAL =
            ReturnTopic.toOriginal(AllowedTopics.of("kafka.send-to", "orders-*"));

    private final TestCluster cluster = new TestCluster();
    private final ReturnProducer producer = new ReturnProducer(cluster.settings());

    @AfterAll
    void close() {
        producer.close();
        cluster.close();
    }

    private Receipt sent(Message message, ReturnTopic route) throws Exception {
        return sent(ClaimedLetters.with(message), route);
    }

    private Receipt sent(DeadLetter letter, ReturnTopic route) throws Exception {
        Target.Delivery delivery = new KafkaTarget(producer, route).send(letter);
        return Receipt.of(((Target.Delivery.Sent) delivery).receipt()).orElseThrow();
    }

    // Key, value, place

    @Test
    void a_letter_goes_back_to_its_topic_and_partition_with_its_bytes() throws Exception {
        String topic = cluster.topic(3);
        byte[] bytes = {0, 0, 0, 0, 7, (byte) 0xff, 1};
        byte[] key = {(byte) 0xfe, 0, 3};
        Message message = Message.of(Payload.of(bytes))
                .with(new Origin(topic, 2, 7L, Payload.of(key), TestLetters.WRITTEN, "billing", null));

        Receipt receipt = sent(message, TO_ORIGINAL);

        ConsumerRecord<byte[], byte[]> record = cluster.onlyRecord(topic);
        assertThat(record.value()).isEqualTo(bytes);
        assertThat(record.key()).isEqualTo(key);
        assertThat(receipt).isEqualTo(new Receipt(topic, 2, record.offset(), "billing"));
        assertThat(record.partition()).isEqualTo(2);
        assertThat(text(record, DlqHeaders.ORIGINAL_TIMESTAMP))
                .containsExactly(Long.toString(TestLetters.WRITTEN.toEpochMilli()));
    }

    @Test
    void when_the_partition_is_gone_the_key_decides() throws Exception {
        String topic = cluster.topic(3);

        Receipt first = sent(TestLetters.from(topic, 17), TO_ORIGINAL);
        Receipt second = sent(TestLetters.from(topic, 18), TO_ORIGINAL);

        assertThat(first.partition()).isBetween(0, 2);
        assertThat(second.partition()).isEqualTo(first.partition());
    }

    @Test
    void in_a_configured_topic_the_old_partition_means_nothing() throws Exception {
        String topic = cluster.topic(8);
        int byKey =
                sent(TestLetters.from("elsewhere", 0), ReturnTopic.to(topic)).partition();

        Receipt other = sent(TestLetters.from("elsewhere", (byKey + 1) % 8), ReturnTopic.to(topic));

        assertThat(other.topic()).isEqualTo(topic);
        assertThat(other.partition()).isEqualTo(byKey);
    }

    @Test
    void a_letter_without_key_and_payload_goes_back_without_them() throws Exception {
        String topic = cluster.topic(1);

        sent(Message.of(Payload.absent()).with(Origin.of(topic, 0, 1)), TO_ORIGINAL);

        ConsumerRecord<byte[], byte[]> record = cluster.onlyRecord(topic);
        assertThat(record.key()).isNull();
        assertThat(record.value()).isNull();
    }

    @Test
    void what_is_empty_goes_back_empty_and_what_has_no_value_without_one() throws Exception {
        String topic = cluster.topic(1);
        Message message = Message.of(Payload.empty())
                .with(TestLetters.headers(
                        new Header("none", Payload.absent()), new Header("empty", Payload.of(new byte[0]))))
                .with(new Origin(topic, 0, 1L, Payload.empty(), null, null, null));

        sent(message, TO_ORIGINAL);

        ConsumerRecord<byte[], byte[]> record = cluster.onlyRecord(topic);
        assertThat(record.value()).isEmpty();
        assertThat(record.key()).isEmpty();
        assertThat(record.headers().lastHeader("none").value()).isNull();
        assertThat(record.headers().lastHeader("empty").value()).isEmpty();
    }

    @Test
    void a_record_that_retention_would_take_at_once_is_written_with_a_new_time() throws Exception {
        String topic = cluster.topic(1);
        long before = System.currentTimeMillis();

        sent(TestLetters.from(topic, 0), TO_ORIGINAL);

        assertThat(cluster.onlyRecord(topic).timestamp()).isBetween(before, System.currentTimeMillis());
    }

    // The consumer group

    @Test
    void the_configured_group_stands_in_for_one_that_is_not_known() throws Exception {
        String topic = cluster.topic(1);
        Message unknown = Message.of("1").with(Origin.of(topic, 0, 1));

        assertThat(sent(unknown, TO_ORIGINAL).group()).isNull();
        assertThat(sent(unknown, TO_ORIGINAL.group("shipping")).group()).isEqualTo("shipping");
        assertThat(sent(TestLetters.from(topic, 0), TO_ORIGINAL.group("shipping"))
                        .group())
                .isEqualTo("billing");
    }

    @Test
    void in_another_topic_the_configured_group_goes_first() throws Exception {
        String topic = cluster.topic(1);

        assertThat(sent(TestLetters.from("elsewhere", 0), ReturnTopic.to(topic).group("shipping"))
                        .group())
                .isEqualTo("shipping");
        assertThat(sent(TestLetters.from("elsewhere", 0), ReturnTopic.to(topic)).group())
                .isEqualTo("billing");
    }

    // Headers

    @Test
    void headers_about_failures_are_dropped_and_all_others_are_kept() throws Exception {
        String topic = cluster.topic(1);
        Headers headers = TestLetters.headers(
                Header.of("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
                Header.of("tenant", "a"),
                Header.of("kafka_dlt-exception-stacktrace", "…"),
                new Header(
                        "kafka_dlt-original-offset",
                        Payload.of(ByteBuffer.allocate(8).putLong(7).array())),
                Header.of("kafka_exception-message", "no"),
                Header.of("kafka_original-topic", "x"),
                Header.of("kafka_deliveryAttempt", "3"),
                Header.of("springDeserializerExceptionValue", "no"),
                Header.of("retry_topic-attempts", "4"),
                Header.of("__connect.errors.exception.message", "no"),
                Header.of("__streams.errors.exception", "no"),
                Header.of("__dlq.errors.topic", "no"),
                Header.of("dead-letter-reason", "no"),
                Header.of("x-original-topic", "no"),
                Header.of("x-error-message", "no"),
                Header.of("x-retry-count", "5"),
                Header.of("kafka_replyTopic", "answers"),
                Header.of("tenant", "b"),
                new Header("raw", Payload.of(new byte[] {(byte) 0xc3, 0x28})));

        sent(TestLetters.from(topic, 0).with(headers), TO_ORIGINAL);

        ConsumerRecord<byte[], byte[]> record = cluster.onlyRecord(topic);
        assertThat(names(record))
                .containsExactly(
                        "traceparent",
                        "tenant",
                        "kafka_replyTopic",
                        "tenant",
                        "raw",
                        "redrive-id",
                        "redrive-attempt",
                        "redrive-token",
                        "redrive-idempotency-key",
                        "redrive-original-timestamp");
        assertThat(text(record, "tenant")).containsExactly("a", "b");
        assertThat(record.headers().lastHeader("raw").value()).isEqualTo(new byte[] {(byte) 0xc3, 0x28});
    }

    @Test
    void ours_say_which_letter_and_which_attempt_it_is() throws Exception {
        String topic = cluster.topic(1);
        DeadLetter letter = ClaimedLetters.with(TestLetters.from(topic, 0));

        sent(letter, TO_ORIGINAL);

        ConsumerRecord<byte[], byte[]> record = cluster.onlyRecord(topic);
        assertThat(text(record, "redrive-id")).containsExactly(letter.id().toString());
        assertThat(text(record, "redrive-attempt")).containsExactly("1");
        assertThat(text(record, "redrive-idempotency-key")).containsExactly(letter.idempotencyKey());
    }

    /** The worst case: each round is captured as a new letter, with all headers of the record and of the dead letter topic. */
    @Test
    void fifty_round_trips_leave_the_same_headers() throws Exception {
        String topic = cluster.topic(1);
        Message message = TestLetters.from(topic, 0).with(TestLetters.headers(Header.of("tenant", "a")));
        ConsumerRecord<byte[], byte[]> first;
        ConsumerRecord<byte[], byte[]> last;

        try (KafkaConsumer<byte[], byte[]> consumer = cluster.consumer(Optional.empty())) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            sent(message, TO_ORIGINAL);
            first = next(consumer);
            last = first;
            for (int round = 0; round < 50; round++) {
                sent(deadLetter(last), TO_ORIGINAL);
                last = next(consumer);
            }
        }

        assertThat(last.offset()).isEqualTo(50);
        assertThat(names(last)).isEqualTo(names(first));
        assertThat(size(last)).isEqualTo(size(first));
        assertThat(text(last, "redrive-original-timestamp")).isEqualTo(text(first, "redrive-original-timestamp"));
    }

    private static ConsumerRecord<byte[], byte[]> next(KafkaConsumer<byte[], byte[]> consumer) {
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        Await.until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(read::add);
            return !read.isEmpty();
        });
        return read.get(0);
    }

    private static Message deadLetter(ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = new ArrayList<>();
        record.headers().forEach(h -> headers.add(new Header(h.key(), Payload.of(h.value()))));
        headers.add(Header.of("kafka_dlt-exception-message", "no"));
        headers.add(Header.of("x-retry-count", "1"));
        Instant time = Instant.ofEpochMilli(record.timestamp());
        Origin origin = new Origin(
                record.topic(), record.partition(), record.offset(), Payload.of(record.key()), time, "billing", null);
        return Message.of(Payload.of(record.value())).with(new Headers(headers)).with(origin);
    }

    private static List<String> names(ConsumerRecord<byte[], byte[]> record) {
        return StreamSupport.stream(record.headers().spliterator(), false)
                .map(h -> h.key())
                .toList();
    }

    private static List<String> text(ConsumerRecord<byte[], byte[]> record, String name) {
        return StreamSupport.stream(record.headers().headers(name).spliterator(), false)
                .map(h -> new String(h.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static int size(ConsumerRecord<byte[], byte[]> record) {
        int size = 0;
        for (var header : record.headers()) size += header.key().length() + header.value().length;
        return size;
    }

    // What is not allowed, and what goes wrong

    @Test
    void a_letter_cannot_choose_a_topic_that_is_not_allowed() {
        Throwable refused = catchThrowable(() -> sent(TestLetters.from("salaries", 0), TO_ORIGINAL));

        assertThat(refused).hasMessageContaining("salaries").hasMessageContaining("kafka.send-to");
        assertThat(failure(refused).category()).isEqualTo(Category.AUTHORIZATION);
        assertThat(failure(refused).retryability()).isEqualTo(Retryability.PERMANENT);
    }

    @Test
    void a_star_does_not_mean_the_brokers_own_topics() {
        ReturnTopic anywhere = ReturnTopic.toOriginal(AllowedTopics.of("kafka.send-to", "*"));

        assertThatThrownBy(() -> sent(TestLetters.from("__consumer_offsets", 0), anywhere))
                .hasMessageContaining("__consumer_offsets")
                .hasMessageContaining("kafka.send-to");
    }

    @Test
    void a_letter_that_came_from_no_topic_needs_a_configured_one() {
        Throwable refused = catchThrowable(() -> sent(Message.of("1"), TO_ORIGINAL));

        assertThat(failure(refused).retryability()).isEqualTo(Retryability.PERMANENT);
    }

    @Test
    void a_record_that_is_too_large_fails_for_good() {
        String topic = cluster.topic(1);
        Message large = TestLetters.from(topic, 0).with(Payload.of(new byte[2_000_000]));

        Throwable refused = catchThrowable(() -> sent(large, TO_ORIGINAL));

        assertThat(refused).hasMessageContaining(topic);
        assertThat(failure(refused).retryability()).isEqualTo(Retryability.PERMANENT);
        assertThat(cluster.records(topic)).isEmpty();
    }

    @Test
    void without_a_broker_an_attempt_fails_in_bounded_time_and_may_be_tried_again() {
        Map<String, Object> unreachable =
                new HashMap<>(Map.of("bootstrap.servers", "localhost:1", "max.block.ms", "300"));
        try (ReturnProducer away = new ReturnProducer(unreachable)) {
            Target target = new KafkaTarget(away, TO_ORIGINAL);
            DeadLetter letter = ClaimedLetters.with(TestLetters.from("orders-1", 0));

            Throwable failed = catchThrowable(() -> target.send(letter));

            assertThat(failure(failed).category()).isEqualTo(Category.TIMEOUT);
            assertThat(failure(failed).retryability()).isEqualTo(Retryability.TRANSIENT);
        }
    }

    @Test
    void a_node_that_stops_leaves_its_letters_for_later() {
        ReturnProducer closed = new ReturnProducer(cluster.settings());
        closed.close();

        Throwable failed = catchThrowable(() ->
                new KafkaTarget(closed, TO_ORIGINAL).send(ClaimedLetters.with(TestLetters.from(cluster.topic(1), 0))));

        assertThat(failure(failed).retryability()).isEqualTo(Retryability.TRANSIENT);
    }

    @Test
    void settings_cannot_take_the_acknowledgement_away() throws Exception {
        String topic = cluster.topic(1);
        Map<String, Object> careless = new HashMap<>(cluster.settings());
        careless.putAll(Map.of("acks", "0", "enable.idempotence", "false", "transactional.id", "mine"));
        try (ReturnProducer careful = new ReturnProducer(careless)) {

            Target.Delivery delivery =
                    new KafkaTarget(careful, TO_ORIGINAL).send(ClaimedLetters.with(TestLetters.from(topic, 0)));

            assertThat(delivery).isEqualTo(new Target.Delivery.Sent("kafka:" + topic + "/0/0/billing"));
        }
    }

    private static Failure failure(Throwable thrown) {
        return new Diagnostics(new Classifier(List.of())).of(thrown).failure();
    }
}
