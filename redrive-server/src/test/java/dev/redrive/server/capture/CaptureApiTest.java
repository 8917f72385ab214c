package dev.redrive.server.capture;

import static dev.redrive.server.letters.ApiUnderTest.read;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.SystemState;
import dev.redrive.server.caller.Role;
import dev.redrive.server.letters.ApiUnderTest;
import dev.redrive.server.web.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
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
    private static final String WHOLE_LETTER = """
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
    void more_of_it_than_a_letter_keeps_is_refused() {
        String json = "{\"payload\":1,\"error\":\"e\",\"blob\":\"" + "x".repeat(UnknownMembers.LIMIT) + "\"}";
        byte[] body = json.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> new LetterReader(1000).letters(body))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("blob");
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

    @Test
    void the_short_form_needs_a_payload_and_a_message_only() {
        DeadLetter letter = stored(api.captured("{\"payload\": \"hello\", \"error\": \"it broke\"}"));

        assertThat(letter.channel()).isEqualTo("default");
        assertThat(letter.payload().text()).isEqualTo("hello");
        assertThat(letter.failure().message()).isEqualTo("it broke");
        assertThat(letter.failure().type()).isEqualTo("Error");
    }

    @Test
    void without_a_type_the_stack_trace_tells_it() {
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
    void bytes_travel_as_base64() {
        DeadLetter letter =
                stored(api.captured("{\"payloadEncoding\":\"base64\",\"error\":\"e\",\"payload\":\"AAH/\"}"));

        assertThat(letter.payload().bytes()).containsExactly(0, 1, 0xFF);
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
    void an_array_with_one_bad_letter_stores_none_and_names_it() {
        MockHttpServletResponse response = api.post("/dlq", "[{\"payload\":1,\"error\":\"e\"},{\"payload\":2}]");

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(ApiUnderTest.<Integer>read(response, "$.index")).isEqualTo(1);
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo("error.message");
        assertThat(api.store.calls()).isZero();
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

    @Test
    void a_body_that_is_too_large_once_unpacked_is_refused() {
        String spaces = " ".repeat(ApiUnderTest.MAX_BODY + 1);

        MockHttpServletResponse response = api.send(post("/dlq")
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .content(packed(spaces)));

        assertThat(response.getStatus()).isEqualTo(413);
    }

    @Test
    void what_says_gzip_and_is_none_is_refused() {
        assertProblem(api.send(json("{}").header("Content-Encoding", "gzip")), 400);
        assertProblem(api.send(json("{}").header("Content-Encoding", "br")), 415);
    }

    @Test
    void too_large_is_413() {
        String large = "x".repeat(ApiUnderTest.MAX_PAYLOAD + 1);

        MockHttpServletResponse payload = api.post("/dlq", "{\"error\":\"e\",\"payload\":\"" + large + "\"}");
        MockHttpServletResponse body = api.post("/dlq", " ".repeat(ApiUnderTest.MAX_BODY) + "{}");

        assertProblem(payload, 413);
        assertThat(ApiUnderTest.<String>read(payload, "$.field")).isEqualTo("payload");
        assertProblem(body, 413);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'error':'e'}|payload",
                "{'payload':1}|error.message",
                "{'payload':1,'error':{}}|error.message",
                "{'payload':1,'error':{'message':null}}|error.message",
                "{'payload':1,'error':{'message':5}}|error.message",
                "{'payload':1,'error':7}|error",
                "{'payload':1,'error':'e','channel':7}|channel",
                "{'payload':1,'error':'e','channel':' '}|channel",
                "{'payload':1,'error':'e','channel':'a','channel':'b'}|channel",
                "{'payload':1,'error':'e','originalEvent':{'payload':2}}|originalEvent.payload",
                "{'payload':1,'error':'e','originalEvent':[]}|originalEvent",
                "{'payload':1,'error':'e','originalEvent':{'timestamp':'yesterday'}}|originalEvent.timestamp",
                "{'payload':1,'error':'e','originalEvent':{'timestamp':'+99999-01-01T00:00:00Z'}}|originalEvent.timestamp",
                "{'payload':1,'error':'e','originalEvent':{'metadata':[1]}}|originalEvent.metadata",
                "{'payload':1,'error':{'message':'e','context':'x'}}|error.context",
                "{'payload':1,'error':{'message':'e','message':'f'}}|error.message",
                "{'payload':1,'error':'e','origin':{'partition':'x'}}|origin.partition",
                "{'payload':1,'error':'e','origin':{'partition':99999999999}}|origin.partition",
                "{'payload':1,'error':'e','origin':{'offset':99999999999999999999999999}}|origin.offset",
                "{'payload':1,'error':'e','origin':{'offset':-1}}|origin.offset",
                "{'payload':1,'error':'e','origin':{'headers':{'h':{'x':1}}}}|origin.headers.h",
                "{'payload':1,'error':'e','origin':{'headers':'x'}}|origin.headers",
                "{'payload':1,'error':'e','retryCount':-1}|retryCount",
                "{'payload':1,'error':'e','retryCount':1.5}|retryCount",
                "{'payload':1,'error':'e','priority':'urgent'}|priority",
                "{'payload':1,'error':'e','tags':'x'}|tags",
                "{'payload':1,'error':'e','tags':['a',7]}|tags[1]",
                "{'payload':1,'error':'e','tags':['']}|tags[0]",
                "{'payload':1,'error':'e','firstFailedAt':true}|firstFailedAt",
                "{'payload':1,'error':'e','payloadEncoding':'base64'}|payload",
                "{'payload':'???','error':'e','payloadEncoding':'base64'}|payload",
                "{'payload':1,'error':'e','maxRetries':-1}|maxRetries",
                "{'payload':1,'error':'e','retryHistory':[{}]}|retryHistory[0].timestamp",
                "{'payload':1,'error':'e','retryHistory':[7]}|retryHistory[0]",
                "{'payload':1,'error':'e','original_message':2}|original_message",
                "{'payload':1,'error':'e','errorMessage':'f'}|errorMessage",
                "{'payload':1,'error':'e','x':1,'x':2}|x",
                "{'payload':1,'error':'e','payloadEncoding':'zip'}|payloadEncoding"
            })
    void what_is_wrong_is_named(String json, String field) {
        MockHttpServletResponse response = api.post("/dlq", json.replace('\'', '"'));

        assertProblem(response, 400);
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo(field);
        assertThat(api.store.calls()).isZero();
    }

    @Test
    void names_have_a_limit() {
        String name = "x".repeat(256);

        assertProblem(api.post("/dlq", ApiUnderTest.letter(name, "T", "m")), 400);
        assertProblem(api.post("/dlq", ApiUnderTest.letter("c", name, "m")), 400);
        assertProblem(api.post("/dlq", "{\"payload\":1,\"error\":\"e\",\"key\":\"" + "k".repeat(1025) + "\"}"), 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "nonsense",
                "5",
                "\"text\"",
                "null",
                "[5]",
                "[[]]",
                "[null]",
                "{\"payload\":1,\"error\":\"e\"} x",
                "{\"payload\":1,\"error\":\"e\"}{}",
                "{\"payload\":1,,}",
                "{\"payload\":01,\"error\":\"e\"}",
                "{\"payload\":NaN,\"error\":\"e\"}",
                "{'payload':1}",
                "{\"payload\":\"\u0001\",\"error\":\"e\"}",
                "{\"payload\":\"\\x\",\"error\":\"e\"}",
                "{\"payload\":1,\"error\":\"e\",}",
                "\u0000{\u0000}"
            })
    void what_is_no_json_is_400(String body) {
        assertProblem(api.post("/dlq", body), 400);
    }

    @Test
    void what_is_no_utf8_is_400() {
        for (byte[] bad : List.of(new byte[] {(byte) 0xFF}, new byte[] {(byte) 0xC0, (byte) 0x80}, new byte[] {
            (byte) 0xED, (byte) 0xA0, (byte) 0x80
        })) assertProblem(api.send(post("/dlq").contentType("application/json").content(around(bad))), 400);
    }

    private static byte[] around(byte[] bad) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"error\":\"e\",\"payload\":\"".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(bad);
        body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    @Test
    void too_deep_is_400() {
        String deep = "[".repeat(10_000) + "]".repeat(10_000);

        assertProblem(api.post("/dlq", "{\"error\":\"e\",\"payload\":" + deep + "}"), 400);
        assertProblem(api.post("/dlq", deep), 400);
        assertThat(api.post("/dlq", "{\"error\":\"e\",\"payload\":" + "[".repeat(500) + "]".repeat(500) + "}")
                        .getStatus())
                .isEqualTo(201);
    }

    @Test
    void other_types_are_415_and_say_what_is_taken() {
        MockHttpServletResponse response =
                api.send(ApiUnderTest.post("/dlq", "a=b", "application/x-www-form-urlencoded"));

        assertProblem(response, 415);
        assertThat(ApiUnderTest.<String>read(response, "$.detail"))
                .contains("application/json")
                .contains("application/x-ndjson");
        assertProblem(api.send(post("/dlq").content("{}")), 415);
        assertProblem(api.send(ApiUnderTest.post("/dlq", "--x", "multipart/form-data; boundary=x")), 415);
    }

    @Test
    void multipart_without_a_boundary_is_nothing_that_could_be_read() {
        assertProblem(api.send(ApiUnderTest.post("/dlq", "--x", "multipart/form-data")), 400);
    }

    @Test
    void other_answers_than_json_are_406() {
        assertProblem(api.send(json("{}").accept("text/html")), 406);
    }

    @Test
    void whoever_is_limited_to_channels_captures_into_no_other() {
        api.as(Role.PRODUCER, "orders.*");

        assertThat(api.post("/dlq", ApiUnderTest.letter("orders.eu", "T", "m")).getStatus())
                .isEqualTo(201);
        assertProblem(api.post("/dlq", ApiUnderTest.letter("payments", "T", "m")), 403);
        MockHttpServletResponse batch = api.post(
                "/dlq",
                "[" + ApiUnderTest.letter("orders.eu", "T", "m") + "," + ApiUnderTest.letter("payments", "T", "m")
                        + "]");
        assertProblem(batch, 403);
        assertThat(ApiUnderTest.<Integer>read(batch, "$.index")).isEqualTo(1);
        assertThat(api.store.calls()).isEqualTo(1);
    }

    @Test
    void while_the_store_is_away_it_is_503_and_says_when_to_come_back() {
        api.store.goAway();

        MockHttpServletResponse response = api.post("/dlq", WHOLE_LETTER);

        assertProblem(response, 503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
    }

    @Test
    void a_blank_idempotency_key_is_400() {
        assertProblem(api.send(json("{\"payload\":1,\"error\":\"e\"}").header("Idempotency-Key", " ")), 400);
    }

    private static MockHttpServletRequestBuilder json(String body) {
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
