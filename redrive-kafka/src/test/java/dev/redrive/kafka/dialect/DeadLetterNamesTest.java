package dev.redrive.kafka.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterNamesTest {
    @ParameterizedTest
    @CsvSource({
        "orders.dlq, orders",
        "orders-dlq, orders",
        "orders.DLQ, orders",
        "orders-dlt, orders",
        "orders.DLT, orders",
        "dlq.orders, orders",
        "orders-dead-letters, orders",
        "orders-error, orders",
        "Orders.V1-DLT, Orders.V1",
        "orders.dlq.parked, orders",
        "dead-letter-topic-orders, orders",
        "dlq.events.dlq, dlq.events",
        "case.resolved.dlq, case.resolved"
    })
    void a_dead_letter_topic_is_named_after_its_source(String topic, String source) {
        assertThat(DeadLetterNames.source(topic)).contains(source);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders",
                ".dlq",
                "-error",
                "dlq.",
                "orders.dlq.retry",
                "ordersdlq",
                "errors",
                "parked",
                "a.parked",
                "orders.dlq.resolved",
                "dlq.orders.resolved",
                "dead-letter-topic-orders.RESOLVED"
            })
    void other_topics_are_none(String topic) {
        assertThat(DeadLetterNames.isDeadLetterTopic(topic)).isFalse();
    }

    @Test
    void topics_of_the_broker_itself_are_none() {
        assertThat(DeadLetterNames.isDeadLetterTopic("__orders.dlq")).isFalse();
    }
}
