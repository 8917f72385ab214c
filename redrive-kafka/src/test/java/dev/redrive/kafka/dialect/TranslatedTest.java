package dev.redrive.kafka.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.intake.Arrival;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Header;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranslatedTest {
    private static final String TRACE =
            "java.lang.IllegalStateException: no stock\n\tat shop.Orders.take(Orders.java:12)\n";

    @Test
    void spring_says_where_the_record_stood_in_binary_numbers() {
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("traceparent", "00-1")
                .header("kafka_dlt-original-topic", "orders")
                .header("kafka_dlt-original-partition", 5)
                .header("kafka_dlt-original-offset", 6_000_000_000L)
                .header("kafka_dlt-original-timestamp", 1_600_000_000_000L)
                .header("kafka_dlt-original-timestamp-type", "CreateTime")
                .header("kafka_dlt-original-consumer-group", "shop")
                .header("kafka_dlt-exception-fqcn", "java.lang.IllegalStateException")
                .header("kafka_dlt-exception-message", "no stock")
                .header("kafka_dlt-exception-stacktrace", TRACE);

        FailedMessage failed = found.failed();
        assertThat(found.translated().dialect()).isEqualTo(Dialect.SPRING);
        assertThat(failed.channel()).isEqualTo("orders");
        assertThat(failed.message().origin())
                .isEqualTo(new Origin(
                        "orders",
                        5,
                        6_000_000_000L,
                        Payload.of("key"),
                        Instant.ofEpochMilli(1_600_000_000_000L),
                        "shop",
                        null));
        assertThat(failed.message().headers().list()).containsExactly(Header.of("traceparent", "00-1"));
        assertThat(failed.message().payload()).isEqualTo(Payload.of("{\"order\":1}"));
        assertThat(failed.firstFailedAt()).isEqualTo(Instant.ofEpochMilli(FoundRecord.TIMESTAMP));
        assertThat(found.told().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(found.told().message()).isEqualTo("no stock");
        assertThat(found.told().stackTrace().text()).isEqualTo(TRACE);
    }

    @Test
    void springs_own_wrapper_gives_way_to_the_cause_with_its_message() {
        String wrapper = "org.springframework.kafka.listener.ListenerExecutionFailedException";
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-exception-fqcn", wrapper)
                .header("kafka_dlt-exception-cause-fqcn", "java.lang.IllegalStateException")
                .header("kafka_dlt-exception-message", "Listener failed")
                .header(
                        "kafka_dlt-exception-stacktrace",
                        wrapper + ": Listener failed\n\tat a.B.c(B.java:1)\nCaused by: " + TRACE);

        assertThat(found.told().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(found.told().message()).isEqualTo("no stock");
        assertThat(found.told().context().text()).contains("\"wrappedIn\":\"" + wrapper + "\"");
    }

    @Test
    void the_message_of_a_cause_ends_before_its_frames_however_few_are_left() {
        String wrapper = "org.springframework.kafka.listener.ListenerExecutionFailedException";
        for (String end : List.of("", "\n", "\r\n\t... 87 more\n", "\nCaused by: b.Inner\n\tat a.B.c(B.java:1)")) {
            FoundRecord found = FoundRecord.in("orders-dlt")
                    .header("kafka_dlt-exception-fqcn", wrapper)
                    .header("kafka_dlt-exception-cause-fqcn", "a.Broken")
                    .header("kafka_dlt-exception-stacktrace", wrapper + "\nCaused by: a.Broken: two\nlines" + end);

            assertThat(found.told().message()).isEqualTo("two\nlines");
        }
    }

    @Test
    void springs_failures_of_the_key_are_read() {
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-original-topic", "orders")
                .header("kafka_dlt-key-exception-fqcn", "a.KeyBroken")
                .header("kafka_dlt-key-exception-message", "key broken")
                .header("kafka_dlt-key-exception-stacktrace", "a.KeyBroken: key broken");

        assertThat(found.told().type()).isEqualTo("a.KeyBroken");
        assertThat(found.told().message()).isEqualTo("key broken");
        assertThat(found.told().context().text()).contains("\"failedOn\":\"key\"");
        assertThat(found.failed().message().headers().list()).isEmpty();
    }

    @Test
    void springs_retry_topics_use_other_names_and_their_attempts_are_not_sent_back() {
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_original-topic", "orders")
                .header("kafka_original-partition", 1)
                .header("kafka_original-offset", 2L)
                .header("kafka_exception-fqcn", "a.Broken")
                .header("kafka_exception-message", "broken")
                .header("retry_topic-attempts", 1001)
                .header("retry_topic-backoff-timestamp", 5L);

        assertThat(found.failed().message().origin().partition()).isEqualTo(1);
        assertThat(found.failed().message().origin().offset()).isEqualTo(2);
        assertThat(found.told().type()).isEqualTo("a.Broken");
        assertThat(found.failed().retriesSoFar()).isEqualTo(1000);
        assertThat(found.failed().message().headers().list()).isEmpty();
    }

    @Test
    void connect_names_its_connector_whose_group_is_known_by_that() {
        FoundRecord found = FoundRecord.in("dlq.sinks")
                .header("__connect.errors.topic", "orders")
                .header("__connect.errors.partition", "4")
                .header("__connect.errors.offset", "123456789012")
                .header("__connect.errors.connector.name", "to-search")
                .header("__connect.errors.task.id", "0")
                .header("__connect.errors.stage", "VALUE_CONVERTER")
                .header("__connect.errors.class.name", "org.apache.kafka.connect.json.JsonConverter")
                .header("__connect.errors.exception.class.name", "org.apache.kafka.connect.errors.DataException")
                .header("__connect.errors.exception.message", "not JSON")
                .header("__connect.errors.exception.stacktrace", TRACE);

        assertThat(found.translated().dialect()).isEqualTo(Dialect.CONNECT);
        assertThat(found.failed().channel()).isEqualTo("orders");
        assertThat(found.failed().message().origin())
                .isEqualTo(new Origin(
                        "orders",
                        4,
                        123456789012L,
                        Payload.of("key"),
                        Instant.ofEpochMilli(FoundRecord.TIMESTAMP),
                        "connect-to-search",
                        null));
        assertThat(found.told().type()).isEqualTo("org.apache.kafka.connect.errors.DataException");
        assertThat(found.told().message()).isEqualTo("not JSON");
        assertThat(found.told().context().text()).contains("\"stage\":\"VALUE_CONVERTER\"");
        assertThat(found.failed().message().headers().list()).isEmpty();
    }

    @Test
    void streams_names_the_exception_with_its_message() {
        FoundRecord found = FoundRecord.in("streams-dlq")
                .header("__streams.errors.exception", "java.lang.IllegalStateException: no stock")
                .header("__streams.errors.message", "no stock")
                .header("__streams.errors.stacktrace", TRACE)
                .header("__streams.errors.topic", "orders")
                .header("__streams.errors.partition", "2")
                .header("__streams.errors.offset", "8");

        assertThat(found.translated().dialect()).isEqualTo(Dialect.STREAMS);
        assertThat(found.told().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(found.told().message()).isEqualTo("no stock");
        assertThat(found.told().stackTrace().text()).isEqualTo(TRACE);
        assertThat(found.failed().message().origin().offset()).isEqualTo(8);
        assertThat(found.failed().message().headers().list()).isEmpty();
    }

    @Test
    void a_share_group_says_that_it_gave_up_and_after_how_many_deliveries() {
        FoundRecord found = FoundRecord.in("dlq.share")
                .key(null)
                .value(null)
                .header("__dlq.errors.topic", "orders")
                .header("__dlq.errors.partition", "0")
                .header("__dlq.errors.offset", "9")
                .header("__dlq.errors.group", "pickers")
                .header("__dlq.errors.delivery.count", "5")
                .header("__dlq.errors.message", "Offset delivery count exceeded the threshold.");

        assertThat(found.translated().dialect()).isEqualTo(Dialect.SHARE_GROUP);
        assertThat(found.failed().message().origin())
                .isEqualTo(new Origin("orders", 0, 9L, null, null, "pickers", null));
        assertThat(found.told().message()).isEqualTo("Offset delivery count exceeded the threshold.");
        assertThat(found.told().context().text()).contains("\"deliveryCount\":5", "does not copy records");
        assertThat(found.failed().message().completeness()).isEqualTo(Completeness.CUT);
        assertThat(found.failed().tags()).isEmpty();
    }

    @Test
    void smallryes_first_headers_are_its_newest() {
        FoundRecord found = FoundRecord.in("dead-letter-topic-orders")
                .header("dead-letter-exception-class-name", "a.Newest")
                .header("dead-letter-reason", "newest")
                .header("dead-letter-cause-class-name", "a.Cause")
                .header("dead-letter-cause", "why")
                .header("dead-letter-topic", "orders")
                .header("dead-letter-partition", "1")
                .header("dead-letter-offset", "10")
                .header("mine", "kept")
                .header("dead-letter-reason", "older")
                .header("dead-letter-topic", "elsewhere")
                .header("dead-letter-offset", "2");

        assertThat(found.translated().dialect()).isEqualTo(Dialect.SMALLRYE);
        assertThat(found.told().type()).isEqualTo("a.Newest");
        assertThat(found.told().message()).isEqualTo("newest");
        assertThat(found.failed().channel()).isEqualTo("orders");
        assertThat(found.failed().message().origin().offset()).isEqualTo(10);
        assertThat(found.failed().message().headers().list()).containsExactly(Header.of("mine", "kept"));
    }

    @Test
    void smallrye_keeps_bytes_that_were_not_understood_in_a_header() {
        byte[] broken = {1, 2, (byte) 0xff};
        FoundRecord found = FoundRecord.in("orders-dlq")
                .value(null)
                .header("dead-letter-reason", "Message failed to deserialize")
                .header("deserialization-failure-data", broken)
                .header("deserialization-failure-reason", "no Avro");

        assertThat(found.failed().message().payload()).isEqualTo(Payload.of(broken));
        assertThat(found.failed().message().headers().list()).isEmpty();
    }

    @Test
    void three_headers_alone_are_enough() {
        FoundRecord found = FoundRecord.in("dlq.events")
                .header("x-retry-count", "1000")
                .header("x-original-topic", "orders")
                .header("x-error-message", "no stock")
                .header("x-other", "kept");

        assertThat(found.translated().dialect()).isEqualTo(Dialect.X_HEADERS);
        assertThat(found.failed().channel()).isEqualTo("orders");
        assertThat(found.failed().retriesSoFar()).isEqualTo(1000);
        assertThat(found.told().message()).isEqualTo("no stock");
        assertThat(found.failed().message().headers().list()).containsExactly(Header.of("x-other", "kept"));
    }

    @Test
    void a_bare_record_takes_its_channel_from_the_topic() {
        FoundRecord found = FoundRecord.in("orders.dlq").header("mine", new byte[] {0, (byte) 0xff});

        assertThat(found.translated().dialect()).isEqualTo(Dialect.BARE);
        assertThat(found.failed().channel()).isEqualTo("orders");
        assertThat(found.failed().message().origin().topic()).isEqualTo("orders");
        assertThat(found.failed().message().origin().isExact()).isFalse();
        assertThat(found.told().type()).isEqualTo("NoReasonGiven");
        assertThat(found.told().message()).contains("orders.dlq", "says nothing");
        assertThat(found.told().context().text()).contains("\"deadLetterPartition\":3", "\"deadLetterOffset\":77");
        assertThat(found.failed().message().headers().list()).containsExactly(new Header("mine", Payload.of(new byte[] {
            0, (byte) 0xff
        })));
    }

    @Test
    void what_a_schema_registry_encoded_is_kept_byte_for_byte_and_marked() {
        byte[] avro = {0, 0, 0, 0, 42, 6, 'a', 'b', 'c'};

        FailedMessage failed = FoundRecord.in("orders.dlq").value(avro).failed();

        assertThat(failed.message().payload()).isEqualTo(Payload.of(avro));
        assertThat(failed.tags()).containsExactly("schema-id:42");
    }

    @Test
    void a_letter_of_ours_comes_back() {
        String id = "0190f3a0-0000-7000-8000-000000000001";
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-original-topic", "orders")
                .header("redrive-id", id)
                .header("redrive-attempt", "1000")
                .header("redrive-idempotency-key", "k")
                .header("redrive-original-timestamp", "1500000000000");

        assertThat(found.arrival()).isInstanceOf(Arrival.Back.class);
        Arrival.Back back = (Arrival.Back) found.arrival();
        assertThat(back.letter()).isEqualTo(LetterId.of(id));
        assertThat(back.sentAs()).isEqualTo(1000);
        assertThat(back.failed().message().headers().list()).isEmpty();
        assertThat(back.failed().message().origin().timestamp()).isEqualTo(Instant.ofEpochMilli(1500000000000L));
    }

    @Test
    void a_letter_that_does_not_say_which_it_is_is_a_new_one() {
        assertThat(FoundRecord.in("a.dlq")
                        .header("redrive-id", "x")
                        .header("redrive-attempt", "1")
                        .arrival())
                .isInstanceOf(Arrival.Fresh.class);
        assertThat(FoundRecord.in("a.dlq")
                        .header("redrive-id", "0190f3a0-0000-7000-8000-000000000001")
                        .arrival())
                .isInstanceOf(Arrival.Fresh.class);
    }

    @Test
    void numbers_of_the_wrong_length_and_names_that_are_none_are_passed_over() {
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-original-topic", "no topic/at all")
                .header("kafka_dlt-original-partition", new byte[] {1, 2, 3})
                .header("kafka_dlt-original-offset", -1L)
                .header("kafka_dlt-original-timestamp", Long.MAX_VALUE)
                .header("kafka_dlt-exception-message", (byte[]) null)
                .header("x-retry-count", "-5");

        FailedMessage failed = found.failed();
        assertThat(failed.channel()).isEqualTo("orders");
        assertThat(failed.message().origin())
                .isEqualTo(new Origin("orders", null, null, Payload.of("key"), null, null, null));
        assertThat(failed.retriesSoFar()).isZero();
        assertThat(found.told().type()).isEqualTo("NoReasonGiven");
    }

    @Test
    void every_header_about_failures_is_known_as_one() {
        List<String> names = List.of(
                "kafka_dlt-exception-fqcn",
                "kafka_exception-fqcn",
                "springDeserializerExceptionValue",
                "__connect.errors.topic",
                "__streams.errors.topic",
                "__dlq.errors.topic",
                "dead-letter-reason",
                "x-retry-count",
                "redrive-id");

        assertThat(names).allMatch(ExceptionHeaders::isOne);
        assertThat(List.of("traceparent", "x-tenant", "dead-letter-mine", "kafka_correlationId"))
                .noneMatch(ExceptionHeaders::isOne);
    }
}
