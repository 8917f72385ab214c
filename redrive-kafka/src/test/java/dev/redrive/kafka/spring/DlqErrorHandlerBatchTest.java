package dev.redrive.kafka.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

class DlqErrorHandlerBatchTest {
    private final ListenerFixture here = new ListenerFixture(2);

    @AfterEach
    void close() {
        here.close();
    }

    private void process(List<ConsumerRecord<String, String>> records) {
        for (int i = 0; i < records.size(); i++) {
            String value = records.get(i).value();
            here.calls.add(value);
            if (value.startsWith("bad"))
                throw new BatchListenerFailedException("it failed", new IllegalArgumentException("bad"), i);
            if (value.startsWith("down"))
                throw new BatchListenerFailedException("it failed", new ConnectException("refused"), i);
            here.processed.add(value);
        }
    }

    @Test
    void the_record_that_the_listener_names_is_published_and_the_others_are_processed_once() {
        here.send("good-1", "bad-1", "good-2", "down", "good-3");
        here.send(1, "other-1");
        here.send(1, "bad-2");
        here.send(1, "other-2");

        BatchMessageListener<String, String> listener = this::process;
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed(0) == 5 && here.committed(1) == 3);
        assertThat(here.processed).containsExactlyInAnyOrder("good-1", "good-2", "good-3", "other-1", "other-2");
        assertThat(here.dlqPayloads()).containsExactlyInAnyOrder("bad-1", "down", "bad-2");
        assertThat(here.calls.stream().filter("down"::equals)).hasSize(3);
        assertThat(here.dlq().get(0).errorType()).isNotEqualTo(BatchListenerFailedException.class.getName());
    }

    @Test
    void a_batch_without_a_named_record_is_tried_again_as_a_whole() {
        AtomicInteger failures = new AtomicInteger(2);
        here.send("one", "two", "three");

        BatchMessageListener<String, String> listener = records -> {
            if (failures.getAndDecrement() > 0) throw new IllegalStateException(new ConnectException("refused"));
            records.forEach(each -> here.processed.add(each.value()));
        };
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed() == 3);
        assertThat(here.processed).containsExactly("one", "two", "three");
        assertThat(here.dlqRecords()).isEmpty();
    }

    @Test
    void a_batch_that_fails_for_good_without_a_named_record_is_published_whole() {
        AtomicInteger calls = new AtomicInteger();
        here.send("one", "two", "three");
        here.send(1, "four");

        BatchMessageListener<String, String> listener = records -> {
            calls.incrementAndGet();
            throw new IllegalArgumentException("bad");
        };
        here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed(0) == 3 && here.committed(1) == 1);
        assertThat(here.dlqPayloads()).containsExactlyInAnyOrder("one", "two", "three", "four");
    }

    @Test
    void of_a_batch_of_which_a_part_could_not_be_published_the_rest_comes_again() {
        AtomicBoolean denied = new AtomicBoolean(true);
        AtomicInteger calls = new AtomicInteger();
        DlqErrorHandler handler = here.handler(here.publisher()
                        .topicOf(topic -> denied.get() ? "not a topic" : topic + ".dlq")
                        .build())
                .build();
        here.send("one", "two", "three");

        BatchMessageListener<String, String> listener = records -> {
            calls.incrementAndGet();
            throw new IllegalArgumentException("bad");
        };
        here.start(here.properties(), listener, handler);

        here.await(() -> calls.get() >= 2);
        assertThat(here.committed()).isZero();
        denied.set(false);
        here.await(() -> here.committed() == 3);
        assertThat(here.dlqPayloads()).containsExactly("one", "two", "three");
    }

    @Test
    void an_error_of_the_machine_in_a_batch_does_not_end_the_container() {
        here.send("one");

        BatchMessageListener<String, String> listener = records -> {
            throw new StackOverflowError("deep");
        };
        ConcurrentMessageListenerContainer<Object, Object> container =
                here.start(here.properties(), listener, here.handler().build());

        here.await(() -> here.committed() == 1);
        assertThat(container.isRunning()).isTrue();
        assertThat(here.dlq().get(0).errorType()).isEqualTo("java.lang.StackOverflowError");
    }
}
