package dev.redrive.kafka.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.letter.Category;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.kafka.listener.AcknowledgingMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.support.serializer.ErrorHandlingDeserializer;
import org.springframework.util.backoff.FixedBackOff;

class DlqErrorHandlerTest {
    private final ListenerFixture here = new ListenerFixture(1);

    @AfterEach
    void close() {
        here.close();
    }

    /** Fails as the value says: {@code bad…}, {@code down…}, {@code odd…}, {@code error…}. */
    private void process(Object value) {
        String text = String.valueOf(value);
        here.calls.add(text);
        if (text.startsWith("bad")) throw new IllegalArgumentException("no such order: " + text);
        if (text.startsWith("down")) throw new IllegalStateException(new ConnectException("refused"));
        if (text.startsWith("odd")) throw new IllegalStateException("odd");
        if (text.startsWith("error")) throw new StackOverflowError("deep");
        here.processed.add(text);
    }

    private MessageListener<String, String> listener() {
        return record -> process(record.value());
    }

    @Test
    void a_record_that_was_sent_back_and_is_processed_is_reported_as_resolved() {
        here.send(
                "good",
                Map.of("redrive-idempotency-key", "id-7", "x-retry-count", "2", "redrive-original-timestamp", "5"));
        here.send("fine");

        here.start(here.properties(), listener(), here.handler().build());

        here.await(() -> here.committed() == 2);
        DlqRecord resolved = DlqRecord.of(here.readOne(here.topic + ".dlq.resolved"));
        assertThat(resolved.id()).isEqualTo("id-7");
        assertThat(resolved.status()).isEqualTo(DlqStatus.RESOLVED);
        assertThat(resolved.retryCount()).isEqualTo(2);
        assertThat(resolved.originalTopic()).isEqualTo(here.topic);
        assertThat(resolved.payload()).isNull();
    }

    @Test
    void a_permanent_error_is_published_at_once_and_the_next_record_is_processed() {
        here.send("bad", "good");

        here.start(here.properties(), listener(), here.handler().build());

        here.await(() -> here.committed() == 2);
        assertThat(here.calls).containsExactly("bad", "good");
        DlqRecord published = here.dlq().get(0);
        assertThat(published.payload()).isEqualTo("bad");
        assertThat(published.key()).isEqualTo("key");
        assertThat(published.offset()).isEqualTo(0);
        assertThat(published.originalTopic()).isEqualTo(here.topic);
        assertThat(published.consumerGroupId()).isEqualTo(here.group);
        assertThat(published.errorType()).isEqualTo("java.lang.IllegalArgumentException");
        assertThat(published.failureCategory()).isEqualTo(Category.VALIDATION);
    }

    @Test
    void a_transient_error_is_tried_again_in_place_and_keeps_the_order() {
        AtomicInteger failures = new AtomicInteger(2);
        here.send("first", "second");

        MessageListener<String, String> listener = record -> {
            here.calls.add(record.value());
            if (failures.getAndDecrement() > 0) throw new IllegalStateException(new ConnectException("refused"));
            here.processed.add(record.value());
        };
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed() == 2);
        assertThat(here.calls).containsExactly("first", "first", "first", "second");
        assertThat(here.processed).containsExactly("first", "second");
        assertThat(here.dlqRecords()).isEmpty();
    }

    @Test
    void transient_and_unknown_errors_are_published_after_their_tries() {
        here.send("down", "odd", "good");

        here.start(here.properties(), listener(), here.handler().build());

        here.await(() -> here.committed() == 3);
        assertThat(here.calls).containsExactly("down", "down", "down", "odd", "odd", "good");
        assertThat(here.dlqPayloads()).containsExactly("down", "odd");
        assertThat(here.dlq().get(0).failureCategory()).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(here.dlq().get(1).failureCategory()).isEqualTo(Category.UNKNOWN);
    }

    @Test
    void an_error_of_the_machine_is_a_failure_and_the_container_lives() {
        here.send("error", "good");

        ConcurrentMessageListenerContainer<Object, Object> container =
                here.start(here.properties(), listener(), here.handler().build());

        here.await(() -> here.committed() == 2);
        assertThat(container.isRunning()).isTrue();
        assertThat(container.isInExpectedState()).isTrue();
        assertThat(here.processed).containsExactly("good");
        assertThat(here.dlq().get(0).errorType()).isEqualTo("java.lang.StackOverflowError");
    }

    @ParameterizedTest
    @EnumSource(
            value = AckMode.class,
            names = {"BATCH", "RECORD", "MANUAL", "MANUAL_IMMEDIATE"})
    void every_way_to_acknowledge_commits_what_is_safe(AckMode mode) {
        ContainerProperties properties = here.properties();
        properties.setAckMode(mode);
        here.send("good-1", "bad-1", "down", "good-2", "bad-2");

        AcknowledgingMessageListener<String, String> manual = (record, acknowledgment) -> {
            process(record.value());
            if (acknowledgment != null) acknowledgment.acknowledge();
        };
        boolean isManual = mode == AckMode.MANUAL || mode == AckMode.MANUAL_IMMEDIATE;
        here.start(properties, isManual ? manual : listener(), here.handler().build());

        here.await(() -> here.committed() == 5);
        assertThat(here.processed).containsExactly("good-1", "good-2");
        assertThat(here.dlqPayloads()).containsExactly("bad-1", "down", "bad-2");
    }

    @Test
    void a_record_that_cannot_be_published_comes_again_and_nothing_behind_it_is_committed() {
        AtomicBoolean denied = new AtomicBoolean(true);
        DlqErrorHandler handler = here.handler(here.publisher()
                        .topicOf(topic -> denied.get() ? "not a topic" : topic + ".dlq")
                        .build())
                .build();
        here.send("good-1", "bad", "good-2");

        here.start(here.properties(), listener(), handler);

        here.await(() -> here.calls.stream().filter("bad"::equals).count() >= 3);
        assertThat(here.committed()).isLessThanOrEqualTo(1);
        assertThat(here.processed).containsExactly("good-1");
        denied.set(false);
        here.await(() -> here.committed() == 3);
        assertThat(here.dlqPayloads()).containsExactly("bad");
        assertThat(here.processed).containsExactly("good-1", "good-2");
    }

    @Test
    void a_wait_longer_than_the_poll_interval_does_not_lose_the_partition() {
        AtomicInteger lost = new AtomicInteger();
        ContainerProperties properties = here.properties();
        properties.setConsumerRebalanceListener(new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                lost.incrementAndGet();
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
        });
        here.set("max.poll.interval.ms", 6000);
        here.send("down", "good");

        Duration wait = Duration.ofSeconds(8);
        here.start(
                properties,
                listener(),
                here.handler().retries(new InPlaceRetries(1, 0, wait, wait)).build());

        here.await(() -> here.committed() == 2);
        assertThat(here.calls).containsExactly("down", "down", "good");
        assertThat(lost).hasValue(0);
    }

    @Test
    void as_the_recoverer_of_springs_handler_it_publishes_after_springs_tries() {
        here.send("bad", "odd", "good");

        ConcurrentMessageListenerContainer<Object, Object> container = here.container(here.properties(), listener());
        container.setCommonErrorHandler(new DefaultErrorHandler(here.handler().build(), new FixedBackOff(10, 1)));
        container.start();

        here.await(() -> here.committed() == 3);
        assertThat(here.calls).containsExactly("bad", "bad", "odd", "odd", "good");
        assertThat(here.dlqPayloads()).containsExactly("bad", "odd");
        assertThat(here.dlq().get(0).errorType()).isEqualTo("java.lang.IllegalArgumentException");
        assertThat(here.dlq().get(0).consumerGroupId()).isEqualTo(here.group);
    }

    @Test
    void springs_handler_gets_to_know_when_the_record_could_not_be_published() {
        AtomicBoolean denied = new AtomicBoolean(true);
        DlqErrorHandler recoverer = here.handler(here.publisher()
                        .topicOf(topic -> denied.get() ? "not a topic" : topic + ".dlq")
                        .build())
                .build();
        here.send("bad", "good");

        ConcurrentMessageListenerContainer<Object, Object> container = here.container(here.properties(), listener());
        container.setCommonErrorHandler(new DefaultErrorHandler(recoverer, new FixedBackOff(10, 1)));
        container.start();

        here.await(() -> here.calls.size() >= 4);
        assertThat(here.committed()).isZero();
        denied.set(false);
        here.await(() -> here.committed() == 2);
        assertThat(here.dlqPayloads()).containsExactly("bad");
    }

    @Test
    void what_cannot_be_deserialised_is_published_at_once_with_its_original_bytes() {
        here.set("value.deserializer", ErrorHandlingDeserializer.class)
                .set(ErrorHandlingDeserializer.VALUE_DESERIALIZER_CLASS, IntegerDeserializer.class);
        byte[] original = {(byte) 0xff, 0, 1, (byte) 0xfe, 7};
        here.send(0, original);
        here.send(0, new byte[] {0, 0, 0, 42});

        MessageListener<String, Integer> listener = record -> process(record.value());
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed() == 2);
        assertThat(here.calls).containsExactly("42");
        DlqRecord published = here.dlq().get(0);
        assertThat(published.payloadBytes()).isEqualTo(original);
        assertThat(published.failureCategory()).isEqualTo(Category.DESERIALIZATION);
        assertThat(published.headers().keySet()).noneMatch(name -> name.startsWith("springDeserializer"));
    }

    @Test
    void without_springs_deserializer_the_consumer_does_not_stand_still_either() {
        here.set("value.deserializer", IntegerDeserializer.class);
        byte[] original = {1, 2, 3, 4, 5};
        here.send(0, new byte[] {0, 0, 0, 41});
        here.send(0, original);
        here.send(0, new byte[] {0, 0, 0, 42});

        MessageListener<String, Integer> listener = record -> process(record.value());
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed() == 3);
        assertThat(here.calls).containsExactly("41", "42");
        assertThat(here.dlq()).hasSize(1);
        assertThat(here.dlq().get(0).payloadBytes()).isEqualTo(original);
        assertThat(here.dlq().get(0).failureCategory()).isEqualTo(Category.DESERIALIZATION);
    }

    @Test
    void an_object_is_written_back_with_the_serializer_at_hand() {
        here.set("value.deserializer", IntegerDeserializer.class);
        here.send(0, new byte[] {0, 0, 0, 42});

        MessageListener<String, Integer> listener = record -> process("bad" + record.value());
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed() == 1);
        DlqRecord published = here.dlq().get(0);
        assertThat(published.payloadBytes()).isEqualTo(new byte[] {0, 0, 0, 42});
        assertThat(published.headers()).doesNotContainKey(RawRecords.NOTE);
    }

    @Test
    void nothing_of_a_record_or_its_error_is_logged() {
        java.io.PrintStream before = System.err;
        java.io.ByteArrayOutputStream logged = new java.io.ByteArrayOutputStream();
        AtomicBoolean denied = new AtomicBoolean(true);
        DlqErrorHandler handler = here.handler(here.publisher()
                        .topicOf(topic -> denied.get() ? "not a topic" : topic + ".dlq")
                        .build())
                .build();
        here.send("bad-4711x", "down-4711x", "odd-4711x", "error-4711x", "good");
        System.setErr(new java.io.PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            here.start(here.properties(), listener(), handler);
            here.await(() -> here.calls.size() >= 2);
            denied.set(false);
            here.await(() -> here.committed() == 5);
        } finally {
            System.setErr(before);
        }

        assertThat(logged.toString(StandardCharsets.UTF_8))
                .contains("could not be published")
                .doesNotContain("4711x", "no such order");
    }

    @Test
    void a_container_without_a_listener_is_refused() {
        ConcurrentMessageListenerContainer<Object, Object> container = here.container(here.properties(), listener());
        container.getContainerProperties().setMessageListener(List.of());

        org.assertj.core.api.Assertions.assertThatIllegalStateException()
                .isThrownBy(() -> here.handler().build().attachTo(container))
                .withMessageContaining("no listener");
    }
}
