package dev.redrive.kafka.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.classify.Classifier;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Header;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.SystemState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTranslatorTest {
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
        assertThat(found.reported().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(found.reported().message()).isEqualTo("no stock");
        assertThat(found.reported().stackTrace().text()).isEqualTo(TRACE);
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

        assertThat(found.reported().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(found.reported().message()).isEqualTo("no stock");
        assertThat(found.reported().context().text()).contains("\"wrappedIn\":\"" + wrapper + "\"");
    }

    @Test
    void the_message_of_a_cause_ends_before_its_frames_however_few_are_left() {
        String wrapper = "org.springframework.kafka.listener.ListenerExecutionFailedException";
        for (String end : List.of("", "\n", "\r\n\t... 87 more\n", "\nCaused by: b.Inner\n\tat a.B.c(B.java:1)")) {
            FoundRecord found = FoundRecord.in("orders-dlt")
                    .header("kafka_dlt-exception-fqcn", wrapper)
                    .header("kafka_dlt-exception-cause-fqcn", "a.Broken")
                    .header("kafka_dlt-exception-stacktrace", wrapper + "\nCaused by: a.Broken: two\nlines" + end);

            assertThat(found.reported().message()).isEqualTo("two\nlines");
        }
    }

    @Test
    void behind_springs_wrappers_is_the_real_cause_also_of_a_batch_and_of_bytes_that_cannot_be_read() {
        String listener = "org.springframework.kafka.listener.ListenerExecutionFailedException";
        String batch = "org.springframework.kafka.listener.BatchListenerFailedException";
        String unread = "org.springframework.kafka.support.serializer.DeserializationException";
        FoundRecord ofBatch = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-exception-fqcn", listener)
                .header("kafka_dlt-exception-cause-fqcn", batch)
                .header("kafka_dlt-exception-message", "Listener failed; orders-0@7")
                .header(
                        "kafka_dlt-exception-stacktrace",
                        listener + ": Listener failed\n\tat a.B.c(B.java:1)\nCaused by: " + batch
                                + ": batch @-3\n\tat a.B.c(B.java:1)\nCaused by: " + TRACE);
        FoundRecord ofBytes = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-exception-fqcn", unread)
                .header("kafka_dlt-exception-cause-fqcn", "org.apache.kafka.common.errors.SerializationException")
                .header("kafka_dlt-exception-message", "failed to deserialize")
                .header(
                        "kafka_dlt-exception-stacktrace",
                        unread + ": failed to deserialize\n\tat a.B.c(B.java:1)\nCaused by:"
                                + " org.apache.kafka.common.errors.SerializationException: Can't deserialize\nCaused by:"
                                + " tools.jackson.core.exc.StreamReadException: Unexpected character\n\tat a.B.c(B.java:1)");

        assertThat(ofBatch.reported().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(ofBatch.reported().message()).isEqualTo("no stock");
        assertThat(ofBytes.reported().type()).isEqualTo("tools.jackson.core.exc.StreamReadException");
        assertThat(ofBytes.reported().message()).isEqualTo("Unexpected character");
    }

    @Test
    void a_cause_without_a_message_does_not_get_that_of_its_wrapper() {
        String wrapper = "org.springframework.kafka.listener.ListenerExecutionFailedException";
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-exception-fqcn", wrapper)
                .header("kafka_dlt-exception-cause-fqcn", "java.lang.NullPointerException")
                .header("kafka_dlt-exception-message", "Listener failed")
                .header(
                        "kafka_dlt-exception-stacktrace",
                        wrapper + ": Listener failed\n\tat a.B.c(B.java:1)\nCaused by: java.lang.NullPointerException\n"
                                + "\tat a.B.c(B.java:1)\n");

        assertThat(found.reported().type()).isEqualTo("java.lang.NullPointerException");
        assertThat(found.reported().message()).isEqualTo("no message");
    }

    @Test
    void the_category_of_a_record_is_what_its_sender_said() {
        String json = "{\"id\":\"r-1\",\"originalTopic\":\"orders\",\"payload\":\"{}\",\"errorType\":\"shop.Odd\","
                + "\"errorMessage\":\"odd\",\"failureCategory\":\"%s\"}";

        FoundRecord known = FoundRecord.in("orders.dlq").value(FoundRecord.text(json.formatted("PERSISTENCE")));
        FoundRecord unknown = FoundRecord.in("orders.dlq").value(FoundRecord.text(json.formatted("UNKNOWN")));

        assertThat(known.reported().category()).isEqualTo(Category.PERSISTENCE);
        assertThat(unknown.reported().category()).isNull();
    }

    @Test
    void the_cause_header_of_smallrye_is_used() {
        FoundRecord wrapped = FoundRecord.in("orders-dlq")
                .header("dead-letter-topic", "orders")
                .header("dead-letter-exception-class-name", "java.util.concurrent.CompletionException")
                .header("dead-letter-reason", "java.net.SocketTimeoutException: Read timed out")
                .header("dead-letter-cause-class-name", "java.net.SocketTimeoutException")
                .header("dead-letter-cause", "Read timed out");
        FoundRecord own = FoundRecord.in("orders-dlq")
                .header("dead-letter-topic", "orders")
                .header("dead-letter-exception-class-name", "shop.OrderFailed")
                .header("dead-letter-reason", "order 7 failed")
                .header("dead-letter-cause-class-name", "java.net.SocketTimeoutException")
                .header("dead-letter-cause", "Read timed out");
        Diagnostics diagnostics = new Diagnostics(new Classifier(List.of()));

        assertThat(wrapped.reported().type()).isEqualTo("java.net.SocketTimeoutException");
        assertThat(wrapped.reported().message()).isEqualTo("Read timed out");
        FailedMessage.ReportedError reported = own.reported();
        assertThat(reported.type()).isEqualTo("shop.OrderFailed");
        assertThat(reported.message()).isEqualTo("order 7 failed");
        assertThat(diagnostics
                        .of(
                                reported.type(),
                                reported.code(),
                                reported.message(),
                                reported.stackTrace(),
                                reported.context())
                        .failure()
                        .category())
                .isEqualTo(Category.TIMEOUT);
    }

    @Test
    void a_document_with_the_message_in_it_is_the_letter_of_that_message() {
        FoundRecord found = FoundRecord.in("orders-dlq").value("""
                {"original_message": "{\\"order_id\\": null, \\"n\\": 0.1000}", "error": "Missing required field: order_id",
                 "exception_type": "PermanentError", "timestamp": "2026-02-11T12:00:00.123456",
                 "pipeline_stage": "order-processing", "retry_count": 3}
                """.getBytes(StandardCharsets.UTF_8));

        FailedMessage failed = found.failed();
        assertThat(found.translated().dialect()).isEqualTo(Dialect.JSON);
        assertThat(failed.channel()).isEqualTo("orders");
        assertThat(failed.message().payload()).isEqualTo(Payload.of("{\"order_id\": null, \"n\": 0.1000}"));
        assertThat(failed.retriesSoFar()).isEqualTo(3);
        assertThat(failed.firstFailedAt()).isEqualTo(Instant.parse("2026-02-11T12:00:00.123Z"));
        assertThat(found.reported().type()).isEqualTo("PermanentError");
        assertThat(found.reported().message()).isEqualTo("Missing required field: order_id");
        assertThat(found.reported().context().text()).contains("\"stage\":\"order-processing\"");
    }

    @Test
    void a_document_in_camel_case_keeps_its_message_digit_for_digit_and_all_it_says() {
        FoundRecord found = FoundRecord.in("payments.dlq").value("""
                {"messageId": "msg_1", "originalMessage": {"userId": "u", "amount": 99.990},
                 "errorReason": "External API timeout after 5000ms", "errorStack": "Error: timeout\\n  at processPayment",
                 "errorType": "TIMEOUT_ERROR", "retryCount": 3, "dlqRetryCount": 2, "firstFailedAt": "2026-02-11T12:00:00Z",
                 "metadata": {"source": "payment-service", "tags": ["payment"]}}
                """.getBytes(StandardCharsets.UTF_8));

        FailedMessage failed = found.failed();
        assertThat(failed.message().payload()).isEqualTo(Payload.of("{\"userId\": \"u\", \"amount\": 99.990}"));
        assertThat(failed.message().event().id()).isEqualTo("msg_1");
        assertThat(failed.retriesSoFar()).isEqualTo(3);
        assertThat(failed.firstFailedAt()).isEqualTo(Instant.parse("2026-02-11T12:00:00Z"));
        assertThat(found.reported().type()).isEqualTo("TIMEOUT_ERROR");
        assertThat(found.reported().message()).isEqualTo("External API timeout after 5000ms");
        assertThat(found.reported().stackTrace().text()).contains("processPayment");
        assertThat(found.reported().context().text())
                .contains("\"dlqRetryCount\":\"2\"", "\"source\": \"payment-service\"");
    }

    @Test
    void what_a_document_says_of_its_retries_its_kind_and_its_urgency_counts() {
        FoundRecord found = FoundRecord.in("payments.dlq").value("""
                {"messageId": "msg_1", "originalMessage": {"amount": 99.99}, "errorReason": "it broke",
                 "errorType": "TIMEOUT_ERROR", "failureCategory": "DOWNSTREAM_FAILURE", "retryCount": 3, "maxRetries": 9,
                 "dlqRetryCount": 2, "status": "dlq_processing",
                 "metadata": {"source": "payment-service", "priority": 2, "tags": ["payment", "critical"],
                  "systemState": {"cpuUsage": 0.75, "memoryUsage": 0.60}}}
                """.getBytes(StandardCharsets.UTF_8));

        FailedMessage failed = found.failed();
        assertThat(failed.retriesSoFar()).isEqualTo(3);
        assertThat(failed.maxRetries()).isEqualTo(9);
        assertThat(failed.message().additional().dlqRetries()).isEqualTo(2);
        assertThat(failed.message().additional().systemState()).isEqualTo(new SystemState(0.75, 0.60));
        assertThat(failed.message().origin().sourceService()).isEqualTo("payment-service");
        assertThat(found.reported().category()).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(failed.priority()).isEqualTo(Priority.HIGH);
        assertThat(failed.tags()).containsExactly("payment", "critical");
    }

    @Test
    void what_a_document_says_that_makes_no_sense_does_not_keep_it_from_being_read() {
        FoundRecord found = FoundRecord.in("payments.dlq").value("""
                {"originalMessage": {"amount": 99.99}, "errorReason": "it broke", "failureCategory": "bad luck",
                 "maxRetries": "many", "dlqRetryCount": -2, "status": {"now": "resolved"},
                 "metadata": {"priority": "soon", "tags": [1, {}], "systemState": "fine"}}
                """.getBytes(StandardCharsets.UTF_8));

        assertThat(found.translated().dialect()).isEqualTo(Dialect.JSON);
        assertThat(found.failed().maxRetries()).isNull();
        assertThat(found.failed().priority()).isNull();
        assertThat(found.failed().tags()).isEmpty();
        assertThat(found.reported().category()).isNull();
        assertThat(found.reported().context().text()).contains("bad luck", "\"maxRetries\":\"many\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESOLVED", "resolved", "success", "dlq_resolved", "ARCHIVED", "dlq_archived", "Discarded"})
    void a_record_that_says_that_its_message_is_done_with_is_no_letter(String status) {
        FoundRecord document =
                FoundRecord.in("payments.dlq").value("""
                {"originalMessage": {"amount": 99.99}, "errorReason": "it broke", "status": "%s"}
                """.formatted(status).getBytes(StandardCharsets.UTF_8));
        FoundRecord own =
                FoundRecord.in("payments.dlq").value("""
                {"originalTopic": "payments", "errorType": "Timeout", "status": "%s"}
                """.formatted(status).getBytes(StandardCharsets.UTF_8));

        assertThat(TranslatedRecord.of(document.found())).isEmpty();
        assertThat(TranslatedRecord.of(own.found())).isEmpty();
    }

    @Test
    void a_message_that_only_mentions_an_original_is_itself_the_message() {
        byte[] chat = "{\"originalMessage\": \"hello\", \"reply\": \"hi\"}".getBytes(StandardCharsets.UTF_8);

        FoundRecord found = FoundRecord.in("chat.dlq").value(chat);

        assertThat(found.translated().dialect()).isEqualTo(Dialect.BARE);
        assertThat(found.failed().message().payload()).isEqualTo(Payload.of(chat));
    }

    @Test
    void springs_failures_of_the_key_are_read() {
        FoundRecord found = FoundRecord.in("orders-dlt")
                .header("kafka_dlt-original-topic", "orders")
                .header("kafka_dlt-key-exception-fqcn", "a.KeyBroken")
                .header("kafka_dlt-key-exception-message", "key broken")
                .header("kafka_dlt-key-exception-stacktrace", "a.KeyBroken: key broken");

        assertThat(found.reported().type()).isEqualTo("a.KeyBroken");
        assertThat(found.reported().message()).isEqualTo("key broken");
        assertThat(found.reported().context().text()).contains("\"failedOn\":\"key\"");
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
        assertThat(found.reported().type()).isEqualTo("a.Broken");
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
        assertThat(found.reported().type()).isEqualTo("org.apache.kafka.connect.errors.DataException");
        assertThat(found.reported().message()).isEqualTo("not JSON");
        assertThat(found.reported().context().text()).contains("\"stage\":\"VALUE_CONVERTER\"");
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
        assertThat(found.reported().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(found.reported().message()).isEqualTo("no stock");
        assertThat(found.reported().stackTrace().text()).isEqualTo(TRACE);
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
        assertThat(found.reported().message()).isEqualTo("Offset delivery count exceeded the threshold.");
        assertThat(found.reported().context().text()).contains("\"deliveryCount\":5", "does not copy records");
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
        assertThat(found.reported().type()).isEqualTo("a.Newest");
        assertThat(found.reported().message()).isEqualTo("newest");
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
        assertThat(found.reported().message()).isEqualTo("no stock");
        assertThat(found.failed().message().headers().list()).containsExactly(Header.of("x-other", "kept"));
    }

    @Test
    void a_bare_record_takes_its_channel_from_the_topic() {
        FoundRecord found = FoundRecord.in("orders.dlq").header("mine", new byte[] {0, (byte) 0xff});

        assertThat(found.translated().dialect()).isEqualTo(Dialect.BARE);
        assertThat(found.failed().channel()).isEqualTo("orders");
        assertThat(found.failed().message().origin().topic()).isEqualTo("orders");
        assertThat(found.failed().message().origin().isExact()).isFalse();
        assertThat(found.reported().type()).isEqualTo("NoReasonGiven");
        assertThat(found.reported().message()).contains("orders.dlq", "says nothing");
        assertThat(found.reported().context().text()).contains("\"deadLetterPartition\":3", "\"deadLetterOffset\":77");
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
                .header("redrive-token", "1000")
                .header("redrive-idempotency-key", "k")
                .header("redrive-original-timestamp", "1500000000000");

        assertThat(found.record()).isInstanceOf(StreamRecord.Back.class);
        StreamRecord.Back back = (StreamRecord.Back) found.record();
        assertThat(back.letter()).isEqualTo(LetterId.of(id));
        assertThat(back.sentAs()).isEqualTo(1000);
        assertThat(back.failed().message().headers().list()).isEmpty();
        assertThat(back.failed().message().origin().timestamp()).isEqualTo(Instant.ofEpochMilli(1500000000000L));
    }

    @Test
    void a_letter_that_does_not_say_which_it_is_is_a_new_one() {
        assertThat(FoundRecord.in("a.dlq")
                        .header("redrive-id", "x")
                        .header("redrive-token", "1")
                        .record())
                .isInstanceOf(StreamRecord.Fresh.class);
        assertThat(FoundRecord.in("a.dlq")
                        .header("redrive-id", "0190f3a0-0000-7000-8000-000000000001")
                        .record())
                .isInstanceOf(StreamRecord.Fresh.class);
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
        assertThat(found.reported().type()).isEqualTo("NoReasonGiven");
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

        assertThat(names).allMatch(ExceptionHeaders::contains);
        assertThat(List.of("traceparent", "x-tenant", "dead-letter-mine", "kafka_correlationId"))
                .noneMatch(ExceptionHeaders::contains);
    }
}
