package dev.redrive.server.capture;

import static dev.redrive.server.letters.ApiUnderTest.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.kafka.dialect.CutPayload;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqRecordJson;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Encoding;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.SystemState;
import dev.redrive.server.letters.ApiUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

class CaptureApiTest {
    static final String WHOLE_LETTER = """
            {"eventId": "evt-1", "subscriberId": "billing", "channel": "payments", "retryCount": 3,
             "priority": "high", "tags": ["eu", "vip"], "firstFailedAt": "2026-03-01T09:00:00Z",
             "originalEvent": {"eventId": "evt-1", "pattern": "payment.created", "version": "1.0",
               "source": {"type": "workflow", "id": "w-1", "name": "Checkout"}, "timestamp": "2026-03-01T08:59:59.5Z",
               "payload": {"amount": 0.1000, "id": 9007199254740993 }, "metadata": {"a": 1.0}},
             "error": {"message": "Read timed out", "type": "NetworkError", "code": 504,
               "stackTrace": "NetworkError: Read timed out\\n    at pay (/src/pay.ts:42:23)", "context": {"ms": 5000}},
             "origin": {"topic": "payments.in", "partition": 2, "offset": 77, "key": "k-1", "timestamp": 1772355599500,
               "headers": {"traceparent": "00-ab", "multi": ["1", "2"], "bin": {"base64": "AP8="}},
               "consumerGroupId": "billing-group", "sourceService": "billing-service"},
             "somethingElse": {"is": ["kept", 1.10]}}
            """;
    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    private DeadLetter stored(String id) {
        return api.store.find(LetterId.of(id)).orElseThrow();
    }

    @Test
    void the_long_form_is_stored_with_all_that_it_says() {
        MockHttpServletResponse response = api.post("/dlq", WHOLE_LETTER);

        assertThat(response.getStatus()).isEqualTo(201);
        assertThat(response.getHeader("Location")).isEqualTo("/dlq/" + read(response, "$.id"));
        DeadLetter letter = stored(read(response, "$.id"));
        assertThat(letter.channel()).isEqualTo("payments");
        assertThat(letter.eventId()).isEqualTo("evt-1");
        assertThat(letter.message().subscriberId()).isEqualTo("billing");
        assertThat(letter.payload().text()).isEqualTo("{\"amount\": 0.1000, \"id\": 9007199254740993 }");
        assertThat(letter.message().event().metadata().text()).isEqualTo("{\"a\": 1.0}");
        assertThat(letter.message().event().source().name()).isEqualTo("Checkout");
        assertThat(letter.message().event().timestamp()).isEqualTo(Instant.parse("2026-03-01T08:59:59.5Z"));
        assertThat(letter.message().origin().offset()).isEqualTo(77);
        assertThat(letter.message().origin().timestamp()).isEqualTo(Instant.ofEpochMilli(1772355599500L));
        assertThat(letter.message().headers().list()).hasSize(4);
        assertThat(letter.message().headers().list().get(3).value().bytes()).containsExactly(0, 0xFF);
        assertThat(letter.failure().code()).isEqualTo("504");
        assertThat(letter.failure().context().text()).isEqualTo("{\"ms\": 5000}");
        assertThat(letter.failure().stackTrace().text()).contains("pay.ts:42:23");
        assertThat(letter.priority()).isEqualTo(Priority.HIGH);
        assertThat(letter.tags()).containsExactly("eu", "vip");
        assertThat(letter.retryCount()).isEqualTo(3);
        assertThat(letter.state().firstFailedAt()).isEqualTo(Instant.parse("2026-03-01T09:00:00Z"));
    }

    @Test
    void what_the_letter_has_no_place_for_is_kept_and_shown() {
        String id = api.captured("""
                {"payload": 1, "tenant": {"n": 7.10}, "channel": "a", "tableName": "products", "_id": null,
                 "error": {"message": "e", "hint": "look"}, "originalEvent": {"shard": 3, "source": {"zone": "eu"}},
                 "origin": {"leaderEpoch": 4}}
                """);

        assertThat(stored(id).message().additional().members().text())
                .isEqualTo("{\"tenant\":{\"n\": 7.10},\"_id\":null,\"error\":{\"hint\":\"look\"},"
                        + "\"originalEvent\":{\"shard\":3},\"originalEvent.source\":{\"zone\":\"eu\"},"
                        + "\"origin\":{\"leaderEpoch\":4},\"tableName\":\"products\"}");
        assertThat(ApiUnderTest.body(api.get("/dlq/" + id))).contains("\"additional\":{\"tenant\":{\"n\": 7.10}");
    }

    @Test
    void a_message_that_failed_again_in_another_queue_is_a_letter_and_its_status_is_kept() {
        String id = api.captured("{\"payload\":1,\"error\":\"e\",\"status\":\"RETRYING\",\"retryCount\":2}");

        assertThat(stored(id).message().additional().members().text()).isEqualTo("{\"status\":\"RETRYING\"}");
        assertThat(stored(id).retryCount()).isEqualTo(2);
    }

    @Test
    void a_senders_limit_history_and_ids_are_kept_and_obeyed() {
        DeadLetter letter = stored(api.captured("""
                {"eventId": "top", "retryCount": 1, "maxRetries": 2, "error": "timed out",
                 "originalEvent": {"eventId": "inside", "payload": 1},
                 "retryHistory": [{"timestamp": "2026-03-01T09:00:01Z", "processingDuration": 12.4, "node": "n-1",
                                   "error": {"message": "earlier", "type": "Busy", "hint": 1}},
                                  {"timestamp": "2026-03-01T09:00:02Z", "error": "again", "result": "gave up"}]}
                """));
        DeadLetter spent =
                stored(api.captured("{\"payload\":1,\"error\":\"timed out\",\"retryCount\":3,\"maxRetries\":3}"));

        assertThat(letter.eventId()).isEqualTo("top");
        assertThat(letter.instanceId()).isEqualTo("inside");
        assertThat(letter.state().maxRetries()).isEqualTo(2);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.attempts()).extracting(Attempt::token).containsExactly(-1, 0);
        assertThat(letter.attempts())
                .extracting(attempt -> Objects.requireNonNull(attempt.failure()).message())
                .containsExactly("earlier", "again");
        assertThat(letter.message().additional().members().text())
                .isEqualTo("{\"retryHistory[0]\":{\"node\":\"n-1\"},\"retryHistory[0].error\":{\"hint\":1},"
                        + "\"retryHistory[1]\":{\"result\":\"gave up\"}}");
        assertThat(letter.dlqRetryCount()).isZero();
        assertThat(spent.status()).isEqualTo(LetterStatus.FAILED);
    }

    @Test
    void the_document_of_a_data_pipeline_is_a_letter() {
        DeadLetter letter = stored(api.captured("""
                {"original_message": "{\\"order_id\\": 7.10}", "error": "Missing required field: order_id",
                 "exception_type": "PermanentError", "timestamp": "2026-02-11T12:00:00.123456",
                 "pipeline_stage": "order-processing", "retry_count": 2}
                """));

        assertThat(letter.payload().text()).isEqualTo("{\"order_id\": 7.10}");
        assertThat(letter.channel()).isEqualTo("order-processing");
        assertThat(letter.failure().type()).isEqualTo("PermanentError");
        assertThat(letter.failure().message()).isEqualTo("Missing required field: order_id");
        assertThat(letter.retryCount()).isEqualTo(2);
        assertThat(letter.state().firstFailedAt()).isEqualTo(Instant.parse("2026-02-11T12:00:00.123Z"));
        assertThat(letter.message().event().timestamp()).isNull();
        assertThat(letter.message().additional().members().text()).isEqualTo("{}");
    }

    @Test
    void the_document_of_another_queue_is_a_letter() {
        DeadLetter letter = stored(api.captured("""
                {"_id": "507f1f77bcf86cd799439011", "messageId": "msg_1", "originalMessage": {"amount": 99.90},
                 "errorReason": "External API timeout after 5000ms", "errorStack": "Error: timeout\\n  at pay (p.js:1:2)",
                 "errorType": "TIMEOUT_ERROR", "retryCount": 3, "dlqRetryCount": 2,
                 "firstFailedAt": "2026-02-11T12:00:00Z", "lastFailedAt": "2026-02-11T12:00:07Z",
                 "status": "dlq_processing", "lockedBy": "worker_node_2",
                 "metadata": {"source": "payment-service", "priority": 1, "tags": ["payment", "critical"],
                              "systemState": {"cpuUsage": 0.75, "memoryUsage": 0.60}},
                 "replayAttempts": [{"timestamp": "2026-02-11T12:05:30Z", "workerId": "worker_node_2",
                                     "strategy": "immediate_retry", "result": "failed"}]}
                """));

        assertThat(letter.eventId()).isEqualTo("msg_1");
        assertThat(letter.payload().text()).isEqualTo("{\"amount\": 99.90}");
        assertThat(letter.failure().message()).isEqualTo("External API timeout after 5000ms");
        assertThat(letter.failure().stackTrace().text()).contains("p.js:1:2");
        assertThat(letter.failure().category()).isEqualTo(Category.TIMEOUT);
        assertThat(letter.retryCount()).isEqualTo(3);
        assertThat(letter.dlqRetryCount()).isEqualTo(2);
        assertThat(letter.state().maxRetries()).isEqualTo(6);
        assertThat(letter.priority()).isEqualTo(Priority.NORMAL);
        assertThat(letter.tags()).containsExactly("payment", "critical");
        assertThat(letter.message().origin().sourceService()).isEqualTo("payment-service");
        assertThat(letter.message().additional().systemState()).isEqualTo(new SystemState(0.75, 0.6));
        assertThat(letter.attempts()).extracting(Attempt::worker).containsExactly("worker_node_2");
        assertThat(letter.message().additional().members().text())
                .contains("507f1f77bcf86cd799439011", "lastFailedAt", "dlq_processing", "lockedBy");
    }

    @Test
    void a_record_of_a_dead_letter_topic_is_a_letter() {
        DeadLetter letter = stored(api.captured("""
                {"id": "r-1", "originalTopic": "rim.fast-path", "partition": 3, "offset": 42, "key": "k", "payload": "{}",
                 "headers": {"a": "1"}, "originalTimestamp": "2026-03-01T08:00:00Z", "dlqTimestamp": "2026-03-01T09:00:00Z",
                 "errorType": "com.acme.Odd", "errorMessage": "odd", "stackTrace": "com.acme.Odd: odd",
                 "consumerGroupId": "g", "sourceService": "s", "retryCount": 1, "status": "PENDING",
                 "failureCategory": "DOWNSTREAM_FAILURE"}
                """));

        assertThat(letter.channel()).isEqualTo("rim.fast-path");
        assertThat(letter.message().origin().offset()).isEqualTo(42);
        assertThat(letter.message().origin().timestamp()).isEqualTo(Instant.parse("2026-03-01T08:00:00Z"));
        assertThat(letter.state().firstFailedAt()).isEqualTo(Instant.parse("2026-03-01T09:00:00Z"));
        assertThat(letter.failure().category()).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.message().additional().members().text()).isEqualTo("{\"id\":\"r-1\",\"status\":\"PENDING\"}");
    }

    /** The smallest form in which a publisher writes a record to its dead letter topic. */
    @Test
    void the_record_of_a_publisher_that_had_to_cut_its_payload_waits_for_a_person_and_can_be_made_whole() {
        byte[] whole = ("{\"text\":\"" + "ä".repeat(4000) + "\"}").getBytes(StandardCharsets.UTF_8);
        DlqRecord cut = DlqRecord.of(DlqRecordJson.write(aRecord(Map.of()), null, whole))
                .withPayloadHead(5000);

        DeadLetter letter = stored(api.captured(new String(cut.json(), StandardCharsets.UTF_8)));

        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(letter.message().completeness()).isEqualTo(Completeness.CUT);
        assertThat(CutPayload.wholeBytes(letter.failure())).hasValue(whole.length);
        assertThat(CutPayload.keptBytes(letter.failure()))
                .hasValue(letter.payload().size());
        assertThat(letter.message().additional().members().text()).isEqualTo("{\"id\":\"r-1\",\"status\":\"PENDING\"}");
        assertThat(api.redrive.intake().cut(null, 10).letters())
                .extracting(DeadLetter::id)
                .containsExactly(letter.id());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'payloadTruncated':true|{'payloadTruncated':true,'payloadKept':2}|{}",
                "'payloadTruncated':true,'payloadSize':9,'error_context':{ }|{'payloadTruncated':true,'payloadSize':9,'payloadKept':2}|{}",
                "'payloadTruncated':true,'payload_size':9,'errorContext':{'payloadSize': 7,'a':1}|{'payloadTruncated':true,'payloadKept':2,'payloadSize': 7,'a':1}|{}",
                "'payloadTruncated':false,'payloadSize':9|{}|{'payloadTruncated':false,'payloadSize':9}",
                "'payloadSize':'large'|{}|{'payloadSize':'large'}"
            })
    void what_is_known_of_a_cut_payload_stands_in_the_context_of_its_error(
            String members, String context, String additional) {
        DeadLetter letter = stored(api.captured(
                "{'payload':'ab','errorMessage':'e',%s}".formatted(members).replace('\'', '"')));

        assertThat(letter.failure().context().text()).isEqualTo(context.replace('\'', '"'));
        assertThat(letter.message().additional().members().text()).isEqualTo(additional.replace('\'', '"'));
        assertThat(letter.message().isWhole()).isEqualTo(context.equals("{}"));
    }

    private static DlqRecord aRecord(Map<String, String> headers) {
        return new DlqRecord(
                "r-1",
                "orders",
                3,
                42L,
                "k",
                "{}",
                headers,
                Instant.parse("2026-03-01T08:00:00Z"),
                Instant.parse("2026-03-01T09:00:00Z"),
                "java.net.SocketTimeoutException",
                "Read timed out",
                null,
                "billing",
                "shop",
                0,
                DlqStatus.PENDING,
                Category.TIMEOUT,
                Encoding.TEXT,
                Encoding.TEXT,
                false,
                null);
    }

    @Test
    void the_short_form_needs_a_payload_and_a_message_only() {
        DeadLetter letter = stored(api.captured("{\"payload\": \"hello\", \"error\": \"it broke\"}"));

        assertThat(letter.channel()).isEqualTo("default");
        assertThat(letter.payload().text()).isEqualTo("hello");
        assertThat(letter.failure().message()).isEqualTo("it broke");
        assertThat(letter.failure().type()).isEqualTo("Error");
    }

    @Test
    void without_a_type_it_is_read_from_the_stack_trace() {
        DeadLetter letter = stored(
                api.captured(
                        "{\"payload\":1,\"error\":{\"message\":\"m\",\"stackTrace\":\"java.io.IOException: m\\n\\tat a.B.c(B.java:1)\"}}"));

        assertThat(letter.failure().type()).isEqualTo("java.io.IOException");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'channel':'a','tableName':'b'}|a",
                "{'tableName':'b','topic':'c'}|b",
                "{'topic':'c','stage':'d'}|c",
                "{'origin':{'topic':'e'},'stage':'d'}|e",
                "{'stage':'d'}|d",
                "{}|default"
            })
    void the_channel_is_what_comes_first(String fields, String channel) {
        String json = fields.replace('\'', '"').replaceFirst("}$", "")
                + (fields.equals("{}") ? "" : ",")
                + "\"payload\":1,\"error\":\"e\"}";

        assertThat(stored(api.captured(json)).channel()).isEqualTo(channel);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "9007199254740993|9007199254740993",
                "0.1000|0.1000",
                "-1.50E+10|-1.50E+10",
                "true|true",
                "[1,  2.0 ]|[1,  2.0 ]",
                "{\"a\":{\"a\":1,\"a\":2}}|{\"a\":{\"a\":1,\"a\":2}}",
                "\"text\"|text",
                "\"\\u00e4\\n\"|ä\n",
            })
    void a_payload_keeps_every_digit_and_space(String payload, String stored) {
        String expected = stored.replace("\\n", "\n");

        assertThat(stored(api.captured("{\"error\":\"e\",\"payload\": " + payload + " }"))
                        .payload()
                        .text())
                .isEqualTo(payload.contains("\\n") ? "ä\n" : expected);
    }

    @Test
    void a_number_of_five_thousand_digits_is_only_a_payload() {
        String digits = "7".repeat(5000);

        assertThat(stored(api.captured("{\"error\":\"e\",\"payload\":" + digits + "}"))
                        .payload()
                        .text())
                .isEqualTo(digits);
    }

    @Test
    void null_is_no_payload_and_an_empty_text_an_empty_one() {
        assertThat(stored(api.captured("{\"error\":\"e\",\"payload\":null}")).payload())
                .isEqualTo(Payload.absent());
        assertThat(stored(api.captured("{\"error\":\"e\",\"payload\":\"\"}")).payload())
                .isEqualTo(Payload.empty());
    }

    @Test
    void an_empty_key_is_a_key_and_null_is_none() {
        DeadLetter empty = stored(api.captured("{\"payload\":1,\"error\":\"e\",\"key\":\"\"}"));
        DeadLetter none = stored(api.captured("{\"payload\":1,\"error\":\"e\",\"key\":null}"));

        assertThat(empty.message().origin().key()).isEqualTo(Payload.of(""));
        assertThat(none.message().origin().key()).isNull();
    }

    private static Payload value(Headers headers, String name) {
        return headers.list().stream()
                .filter(header -> header.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void headers_of_a_record_of_a_dead_letter_topic_keep_their_bytes(boolean topicFirst) {
        String record = new String(
                aRecord(Map.of("bin", "base64:AP8=", "no", "base64:?")).json(), StandardCharsets.UTF_8);
        String topic = "\"originalTopic\":\"orders\",";
        String document =
                topicFirst ? record : record.replace(topic, "").replace("\"errorType\"", topic + "\"errorType\"");

        Headers headers = stored(api.captured(document)).message().headers();

        assertThat(document).contains(topic);
        assertThat(value(headers, "bin").bytes()).containsExactly(0, 0xFF);
        assertThat(value(headers, "no").text()).isEqualTo("base64:?");
    }

    @Test
    void other_headers_are_the_text_that_was_sent() {
        Headers headers = stored(
                        api.captured(
                                "{\"payload\":1,\"error\":\"e\",\"headers\":{\"a\":\"base64:AP8=\",\"b\":{\"base64\":\"AP8=\"}}}"))
                .message()
                .headers();

        assertThat(value(headers, "a").text()).isEqualTo("base64:AP8=");
        assertThat(value(headers, "b").bytes()).containsExactly(0, 0xFF);
    }

    @Test
    void bytes_travel_as_base64() {
        DeadLetter letter =
                stored(api.captured("{\"payloadEncoding\":\"base64\",\"error\":\"e\",\"payload\":\"AAH/\"}"));

        assertThat(letter.payload().bytes()).containsExactly(0, 1, 0xFF);
    }

    /** It stands for no character, so there are no bytes that it could be. */
    @Test
    void a_string_with_half_of_a_surrogate_pair_is_kept_as_it_is_written() {
        DeadLetter half = stored(api.captured("{\"error\":\"e\",\"payload\":\"a\\ud83d\\n\"}"));
        DeadLetter pair = stored(api.captured("{\"error\":\"e\",\"payload\":\"a\\ud83d\\ude00\"}"));

        assertThat(half.payload().text()).isEqualTo("\"a\\ud83d\\n\"");
        assertThat(pair.payload().text()).isEqualTo("a\uD83D\uDE00");
    }

    @Test
    void a_byte_order_mark_moves_nothing() {
        MockHttpServletResponse response =
                api.post("/dlq", "\uFEFF{\"error\":\"e\",\"payload\":{\"id\":9007199254740993}}");

        assertThat(stored(read(response, "$.id")).payload().text()).isEqualTo("{\"id\":9007199254740993}");
    }

    @Test
    void an_array_is_stored_as_a_whole() {
        MockHttpServletResponse response =
                api.post("/dlq", "[{\"payload\":1,\"error\":\"e\"},{\"payload\":2,\"error\":\"e\"}]");

        assertThat(response.getStatus()).isEqualTo(201);
        List<String> ids = read(response, "$.ids");
        assertThat(ids).hasSize(2).allSatisfy(id -> assertThat(stored(id)).isNotNull());
        assertThat(ApiUnderTest.<Integer>read(response, "$.captured")).isEqualTo(2);
        assertThat(ApiUnderTest.<Integer>read(response, "$.duplicates")).isZero();
    }

    @Test
    void an_empty_array_creates_nothing() {
        assertThat(api.post("/dlq", "[]").getStatus()).isEqualTo(200);
    }

    @Test
    void the_same_coordinates_again_are_the_same_letter() {
        String first = api.captured(WHOLE_LETTER);
        MockHttpServletResponse second = api.post("/dlq", WHOLE_LETTER);

        assertThat(second.getStatus()).isEqualTo(200);
        assertThat(ApiUnderTest.<String>read(second, "$.id")).isEqualTo(first);
        assertThat(ApiUnderTest.<Boolean>read(second, "$.duplicate")).isTrue();
    }

    @Test
    void the_senders_idempotency_key_is_shown_with_the_letter() {
        String alone = api.captured("{\"payload\":1,\"error\":\"e\",\"idempotencyKey\":\"order \\\"7\\\"\"}");
        String besides = api.captured("{\"payload\":1,\"error\":\"e\",\"idempotencyKey\":\"8\",\"shard\":3}");

        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + alone), "$.additional.idempotencyKey"))
                .isEqualTo("order \"7\"");
        assertThat(ApiUnderTest.body(api.get("/dlq/" + besides)))
                .contains("\"additional\":{\"idempotencyKey\":\"8\",\"shard\":3}");
        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + alone), "$.idempotencyKey"))
                .isEqualTo("redrive-" + alone);
    }

    @Test
    void the_same_idempotency_key_again_is_the_same_letter() {
        String letter = "{\"payload\":1,\"error\":\"e\"}";

        MockHttpServletResponse first = api.send(json(letter).header("Idempotency-Key", "abc"));
        MockHttpServletResponse second = api.send(json(letter).header("Idempotency-Key", "abc"));
        MockHttpServletResponse other = api.send(json(letter).header("Idempotency-Key", "abd"));

        assertThat(first.getStatus()).isEqualTo(201);
        assertThat(second.getStatus()).isEqualTo(200);
        assertThat(ApiUnderTest.<String>read(second, "$.id")).isEqualTo(read(first, "$.id"));
        assertThat(other.getStatus()).isEqualTo(201);
    }

    @Test
    void a_batch_sent_twice_under_one_key_is_stored_once() {
        String batch = "[{\"payload\":1,\"error\":\"e\"},{\"payload\":1,\"error\":\"e\"}]";

        MockHttpServletResponse first = api.send(json(batch).header("Idempotency-Key", "abc"));
        MockHttpServletResponse second = api.send(json(batch).header("Idempotency-Key", "abc"));

        assertThat(ApiUnderTest.<Integer>read(first, "$.captured")).isEqualTo(2);
        assertThat(second.getStatus()).isEqualTo(200);
        assertThat(ApiUnderTest.<Integer>read(second, "$.duplicates")).isEqualTo(2);
        assertThat(ApiUnderTest.<List<String>>read(second, "$.ids")).isEqualTo(read(first, "$.ids"));
    }

    @Test
    void a_body_may_be_packed() {
        MockHttpServletResponse response = api.send(post("/dlq")
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .content(packed(WHOLE_LETTER)));

        assertThat(response.getStatus()).isEqualTo(201);
    }

    static MockHttpServletRequestBuilder json(String body) {
        return ApiUnderTest.post("/dlq", body, "application/json");
    }

    static byte[] packed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
