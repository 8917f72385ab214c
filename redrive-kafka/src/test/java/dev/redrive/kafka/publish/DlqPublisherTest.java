package dev.redrive.kafka.publish;

import static dev.redrive.kafka.FailedRecords.bytes;
import static dev.redrive.kafka.FailedRecords.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.StreamRecord;
import dev.redrive.classify.Rule;
import dev.redrive.kafka.FailedRecords;
import dev.redrive.kafka.Topics;
import dev.redrive.kafka.dialect.TranslatedRecord;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Encoding;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Payload;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.ListenerExecutionFailedException;
import org.springframework.kafka.support.serializer.DeserializationException;

class DlqPublisherTest {
    private final Topics topics = Topics.shared();

    @Test
    void a_failed_record_is_on_the_dead_letter_topic_when_it_says_so() {
        String topic = topics.family("orders", 1);
        RecordHeaders headers = new RecordHeaders();
        headers.add("traceparent", bytes("00-1"));
        ConsumerRecord<byte[], byte[]> original =
                FailedRecords.of(topic, 42, bytes("k1"), bytes("{\"n\":0.1000}"), headers);

        PublishResult kept;
        try (DlqPublisher publisher = publisher().sourceService("shop").build()) {
            kept = publisher.publish(new FailedRecord(original, FailedRecords.timeout(), "billing"));
        }

        assertThat(kept).isEqualTo(PublishResult.BY_BROKER);
        ConsumerRecord<byte[], byte[]> dead = topics.readOne(topic + ".dlq");
        assertThat(text(dead.key())).isEqualTo("k1");
        DlqRecord record = DlqRecord.of(dead.value());
        assertThat(record.originalTopic()).isEqualTo(topic);
        assertThat(record.partition()).isEqualTo(0);
        assertThat(record.offset()).isEqualTo(42L);
        assertThat(record.key()).isEqualTo("k1");
        assertThat(record.payload()).isEqualTo("{\"n\":0.1000}");
        assertThat(record.headers()).containsExactly(Map.entry("traceparent", "00-1"));
        assertThat(record.originalTimestamp()).isEqualTo(Instant.ofEpochMilli(FailedRecords.WRITTEN));
        assertThat(record.errorType()).isEqualTo("java.net.SocketTimeoutException");
        assertThat(record.errorMessage()).isEqualTo("Read timed out");
        assertThat(record.stackTrace()).contains("SocketTimeoutException: Read timed out", "\tat ");
        assertThat(record.consumerGroupId()).isEqualTo("billing");
        assertThat(record.sourceService()).isEqualTo("shop");
        assertThat(record.retryCount()).isZero();
        assertThat(record.status()).isEqualTo(DlqStatus.PENDING);
        assertThat(record.failureCategory()).isEqualTo(Category.TIMEOUT);
    }

    @Test
    void headers_are_kept_byte_for_byte_and_ours_are_replaced() {
        String topic = topics.family("orders", 1);
        RecordHeaders headers = new RecordHeaders();
        headers.add("twice", bytes("a"));
        headers.add("x-retry-count", bytes("2"));
        headers.add("twice", new byte[] {0, (byte) 0xFF});
        headers.add("x-retry-count", bytes("1000"));
        headers.add("none", null);
        headers.add("x-error-message", bytes("old"));

        DlqRecord record =
                published(topic, FailedRecords.of(topic, 1, null, bytes("x"), headers), FailedRecords.timeout());

        List<String> names = new ArrayList<>();
        for (Header header : dead(topic).headers()) names.add(header.key() + "=" + Arrays.toString(header.value()));
        assertThat(names)
                .containsExactly(
                        "twice=[97]",
                        "twice=[0, -1]",
                        "none=null",
                        "x-retry-count=" + Arrays.toString(bytes("1000")),
                        "x-original-topic=" + Arrays.toString(bytes(topic)),
                        "x-error-message=" + Arrays.toString(bytes("Read timed out")));
        assertThat(record.retryCount()).isEqualTo(1000);
        assertThat(dead(topic).key()).isNull();
    }

    @Test
    void bytes_that_are_no_text_come_back_the_same() {
        String topic = topics.family("orders", 1);
        byte[] payload = {0, 0, 0, 0, 7, (byte) 0xC3, 0x28, (byte) 0xFF};
        byte[] key = {(byte) 0xED, (byte) 0xA0, (byte) 0x80};

        DlqRecord record = published(
                topic, FailedRecords.of(topic, 1, key, payload, new RecordHeaders()), FailedRecords.timeout());

        assertThat(record.payloadEncoding()).isEqualTo(Encoding.BASE64);
        assertThat(record.keyEncoding()).isEqualTo(Encoding.BASE64);
        assertThat(record.payloadBytes()).isEqualTo(payload);
        assertThat(record.keyBytes()).isEqualTo(key);
        assertThat(dead(topic).key()).isEqualTo(key);
        assertThat(text(dead(topic).value())).contains("\"payloadEncoding\":\"base64\"", "\"keyEncoding\":\"base64\"");
    }

    @Test
    void a_tombstone_stays_one() {
        String topic = topics.family("orders", 1);

        DlqRecord record = published(
                topic, FailedRecords.of(topic, 1, bytes("k"), null, new RecordHeaders()), FailedRecords.timeout());

        assertThat(record.payload()).isNull();
        assertThat(record.payloadTruncated()).isFalse();
    }

    @Test
    void a_record_that_is_too_large_as_json_arrives_whole() {
        String topic = topics.family("orders", 1);
        byte[] payload = json(800_005);
        RecordHeaders headers = new RecordHeaders();
        headers.add("twice", bytes("a"));
        headers.add("twice", new byte[] {0, (byte) 0xFF});

        DlqRecord record =
                published(topic, FailedRecords.of(topic, 99, bytes("k"), payload, headers), FailedRecords.timeout());

        ConsumerRecord<byte[], byte[]> dead = dead(topic);
        assertThat(dead.value()).isEqualTo(payload);
        assertThat(dead.headers().headers("twice")).hasSize(2);
        assertThat(record.payloadBytes()).isEqualTo(payload);
        assertThat(record.payloadTruncated()).isFalse();
        assertThat(record.key()).isEqualTo("k");
        assertThat(record.offset()).isEqualTo(99L);
        assertThat(record.errorType()).isEqualTo("java.net.SocketTimeoutException");
        assertThat(record.stackTrace()).contains("\tat ");
        StreamRecord.Fresh letter =
                (StreamRecord.Fresh) TranslatedRecord.of(dead).orElseThrow().record();
        assertThat(letter.failed().message().payload()).isEqualTo(Payload.of(payload));
        assertThat(letter.failed().message().completeness()).isEqualTo(Completeness.WHOLE);
        assertThat(letter.failed().message().headers().list())
                .extracting(dev.redrive.letter.Header::name)
                .containsExactly("twice", "twice");
    }

    @Test
    void what_is_too_large_as_it_is_arrives_compressed_and_whole() {
        String topic = topics.family("orders", 1);
        byte[] payload = json(3_000_000);

        DlqRecord record = published(
                topic, FailedRecords.of(topic, 99, bytes("k"), payload, new RecordHeaders()), FailedRecords.timeout());

        assertThat(record.payloadBytes()).isEqualTo(payload);
        assertThat(record.payloadTruncated()).isFalse();
        assertThat(dead(topic).value()).hasSizeLessThan(1_000_000);
        StreamRecord.Fresh letter = (StreamRecord.Fresh)
                TranslatedRecord.of(dead(topic)).orElseThrow().record();
        assertThat(letter.failed().message().payload()).isEqualTo(Payload.of(payload));
    }

    @Test
    void a_record_as_large_as_its_topic_takes_fits_into_a_dead_letter_topic_of_the_same_size() {
        String topic = topics.family("orders", 1);
        byte[] payload = noise(1_047_000);
        topics.write(new ProducerRecord<>(topic, bytes("k"), payload));

        DlqRecord record = published(
                topic, FailedRecords.of(topic, 99, bytes("k"), payload, new RecordHeaders()), FailedRecords.timeout());

        assertThat(record.payloadBytes()).isEqualTo(payload);
        assertThat(record.payloadTruncated()).isFalse();
        assertThat(record.errorMessage()).isEqualTo("Read timed out");
    }

    @Test
    void a_topic_that_is_missing_is_made_with_thirty_days_and_room_for_what_its_source_takes() {
        String topic = Topics.unique("orders");
        topics.create(topic, 3, Map.of("max.message.bytes", "5000000"));
        byte[] payload = noise(4_999_000);
        topics.write(new ProducerRecord<>(topic, bytes("k"), payload));

        DlqRecord record = published(
                topic, FailedRecords.of(topic, 99, bytes("k"), payload, new RecordHeaders()), FailedRecords.timeout());

        assertThat(record.payloadBytes()).isEqualTo(payload);
        assertThat(record.stackTrace()).contains("\tat ");
        assertThat(topics.partitions(topic + ".dlq")).isEqualTo(3);
        assertThat(topics.configuration(topic + ".dlq"))
                .containsEntry("retention.ms", "2592000000")
                .containsEntry("cleanup.policy", "delete");
    }

    @Test
    void the_retention_of_a_topic_that_is_made_can_be_chosen() {
        String topic = Topics.unique("orders");

        try (DlqPublisher publisher = publisher().retention(Duration.ofDays(90)).build()) {
            publisher.publish(FailedRecords.record(topic, "k", "x"));
        }

        assertThat(topics.configuration(topic + ".dlq")).containsEntry("retention.ms", "7776000000");
    }

    @Test
    void a_topic_that_is_there_keeps_its_retention() {
        String topic = Topics.unique("orders");
        topics.create(topic + ".dlq", 1, Map.of("retention.ms", "1234567890"));

        try (DlqPublisher publisher = publisher().build()) {
            publisher.publish(FailedRecords.record(topic, "k", "x"));
        }

        assertThat(topics.configuration(topic + ".dlq")).containsEntry("retention.ms", "1234567890");
    }

    @Test
    void what_cannot_be_kept_is_kept_as_far_as_it_fits_and_counted() {
        String topic = topics.family("orders", 1);
        byte[] payload = noise(3_000_000);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (DlqPublisher publisher =
                publisher().meters(MicrometerDlqMeters.on(registry)).build()) {
            publisher.publish(new FailedRecord(
                    FailedRecords.of(topic, 99, bytes("k"), payload, new RecordHeaders()),
                    FailedRecords.timeout(),
                    "billing"));
        }

        DlqRecord record = DlqRecord.of(dead(topic).value());
        assertThat(record.payloadTruncated()).isTrue();
        assertThat(record.payloadSize()).isEqualTo(3_000_000L);
        assertThat(record.payloadBytes()).hasSizeGreaterThan(700_000);
        assertThat(payload).startsWith(record.payloadBytes());
        assertThat(registry.get("dlq.publish.cut").tag("topic", topic).counter().count())
                .isEqualTo(1);
    }

    @Test
    void what_the_broker_calls_too_large_is_cut_until_it_fits() {
        String topic = Topics.unique("orders");
        topics.create(topic + ".dlq", 1, Map.of("max.message.bytes", "9000"));
        RecordHeaders headers = new RecordHeaders();
        headers.add("large", new byte[20_000]);
        byte[] payload = bytes("p".repeat(100_000));

        DlqRecord record =
                published(topic, FailedRecords.of(topic, 5, bytes("k"), payload, headers), FailedRecords.timeout());

        assertThat(record.payloadTruncated()).isTrue();
        assertThat(record.payloadSize()).isEqualTo(100_000L);
        assertThat(record.offset()).isEqualTo(5L);
        assertThat(text(dead(topic).key())).isEqualTo("k");
        assertThat(dead(topic).headers().lastHeader("x-original-topic")).isNotNull();
    }

    @Test
    void the_root_cause_is_reported_and_not_its_wrappers() {
        String topic = topics.family("orders", 1);
        Exception wrapped = new ListenerExecutionFailedException(
                "Listener failed", new ExecutionException(new IllegalArgumentException("bad amount")));

        DlqRecord record = published(topic, FailedRecords.of(topic, 1, null, bytes("x"), new RecordHeaders()), wrapped);

        assertThat(record.errorType()).isEqualTo("java.lang.IllegalArgumentException");
        assertThat(record.errorMessage()).isEqualTo("bad amount");
        assertThat(record.failureCategory()).isEqualTo(Category.VALIDATION);
    }

    @Test
    void bytes_that_cannot_be_read_are_reported_with_the_reason_and_keep_their_type() {
        String topic = topics.family("orders", 1);
        Exception unreadable = new DeserializationException(
                "failed to deserialize",
                bytes("x"),
                false,
                new SerializationException("Can't deserialize data", new IllegalArgumentException("not a number")));

        DlqRecord record =
                published(topic, FailedRecords.of(topic, 1, null, bytes("x"), new RecordHeaders()), unreadable);

        assertThat(record.errorType()).isEqualTo("java.lang.IllegalArgumentException");
        assertThat(record.errorMessage()).isEqualTo("not a number");
        assertThat(record.failureCategory()).isEqualTo(Category.DESERIALIZATION);
    }

    @Test
    void an_error_without_a_message_is_described_by_its_cause() {
        String topic = topics.family("orders", 1);
        Exception silent = new IllegalStateException(null, new java.io.IOException("disk full"));

        DlqRecord record = published(topic, FailedRecords.of(topic, 1, null, bytes("x"), new RecordHeaders()), silent);

        assertThat(record.errorType()).isEqualTo("java.lang.IllegalStateException");
        assertThat(record.errorMessage()).isEqualTo("java.io.IOException: disk full");
    }

    @Test
    void a_record_that_a_server_sent_back_counts_its_retries() {
        String topic = topics.family("orders", 1);
        RecordHeaders headers = new RecordHeaders();
        headers.add("redrive-attempt", bytes("3"));

        DlqRecord record =
                published(topic, FailedRecords.of(topic, 1, null, bytes("x"), headers), FailedRecords.timeout());

        assertThat(record.retryCount()).isEqualTo(3);
        assertThat(record.status()).isEqualTo(DlqStatus.RETRYING);
    }

    @Test
    void a_long_stack_trace_is_cut() {
        String topic = topics.family("orders", 1);
        Exception deep = new IllegalStateException("m".repeat(20_000), new RuntimeException("root"));

        DlqRecord record = published(topic, FailedRecords.of(topic, 1, null, bytes("x"), new RecordHeaders()), deep);

        assertThat(record.stackTrace()).hasSizeLessThanOrEqualTo(4096);
        byte[] header = dead(topic).headers().lastHeader("x-error-message").value();
        assertThat(new String(header, StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(1024);
    }

    @Test
    void own_rules_classify_first() {
        String topic = topics.family("orders", 1);
        try (DlqPublisher publisher = publisher()
                .classify(List.of(Rule.to(Category.RATE_LIMIT).errorType("*Timeout*")))
                .topicOf(t -> t + ".dlq")
                .build()) {
            publisher.publish(FailedRecords.record(topic, "k", "x"));
        }

        assertThat(DlqRecord.of(dead(topic).value()).failureCategory()).isEqualTo(Category.RATE_LIMIT);
    }

    @Test
    void many_at_once_keep_their_order() {
        String topic = topics.family("orders", 1);
        List<CompletableFuture<PublishResult>> kept = new ArrayList<>();
        try (DlqPublisher publisher = publisher().build()) {
            for (int i = 0; i < 2000; i++) kept.add(publisher.publishAsync(FailedRecords.record(topic, "k", "" + i)));
            assertThat(kept).allSatisfy(one -> assertThat(one.join()).isEqualTo(PublishResult.BY_BROKER));
        }

        assertThat(payloads(topic, 2000)).isEqualTo(numbers(2000));
    }

    @Test
    void successes_and_failures_are_counted() {
        String topic = topics.family("orders", 1);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        DlqMeters meters = MicrometerDlqMeters.on(registry);
        try (DlqPublisher publisher = publisher().meters(meters).build()) {
            publisher.publish(FailedRecords.record(topic, "k", "x"));
        }

        assertThat(registry.get("dlq.publish.success")
                        .tags("topic", topic, "failure_category", "TIMEOUT")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void past_a_cap_labels_say_other() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        DlqMeters meters = MicrometerDlqMeters.on(registry);

        for (int i = 0; i < 1000; i++) meters.notPublished("topic-" + i, "Error" + i);
        for (int i = 0; i < 1000; i++) meters.retried("topic-" + i);

        assertThat(registry.get("dlq.publish.failure").counters()).hasSizeLessThanOrEqualTo(101);
        assertThat(registry.get("dlq.retry.success")
                        .tag("topic", "other")
                        .counter()
                        .count())
                .isEqualTo(900);
    }

    /** Of which a fifth has to be escaped in JSON. */
    private static byte[] json(int size) {
        String orders = "{\"orders\":[" + "{\"n\":\"1\"},".repeat(size / 10);
        return bytes(orders.substring(0, size - 2) + "]}");
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    /** A producer that is new takes its time for its first record. */
    private DlqPublisher.Builder publisher() {
        return DlqPublisher.on(topics.settings()).timeout(Duration.ofSeconds(30));
    }

    private DlqRecord published(String topic, ConsumerRecord<byte[], byte[]> original, Exception thrown) {
        try (DlqPublisher publisher = publisher().build()) {
            assertThat(publisher.publish(new FailedRecord(original, thrown, "billing")))
                    .isEqualTo(PublishResult.BY_BROKER);
        }
        return DlqRecord.of(dead(topic));
    }

    private ConsumerRecord<byte[], byte[]> dead(String topic) {
        return topics.readOne(topic + ".dlq");
    }

    private List<String> payloads(String topic, int count) {
        return topics.read(topic + ".dlq", count).stream()
                .map(dead -> String.valueOf(DlqRecord.of(dead.value()).payload()))
                .toList();
    }

    private static List<String> numbers(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) numbers.add("" + i);
        return numbers;
    }
}
