package dev.redrive.server.capture;

import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.server.caller.Role;
import dev.redrive.server.letters.ApiUnderTest;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletResponse;

/** Captures that the API refuses: bad bodies, wrong fields, wrong types and limits. */
class CaptureRefusalsTest {
    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Resolved", "success", "dlq_resolved", "archived", "dlq_archived", "discarded"})
    void a_report_that_a_message_is_done_with_is_no_letter(String status) {
        MockHttpServletResponse response =
                api.post("/dlq", "{\"payload\":1,\"error\":\"e\",\"status\":\"" + status + "\"}");

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo("status");
        assertThat(ApiUnderTest.<String>read(response, "$.detail")).contains(status, "/dlq/import");
        assertThat(api.store.count(Filter.all()).count()).isZero();
    }

    @Test
    void more_of_it_than_a_letter_keeps_is_refused() {
        String json = "{\"payload\":1,\"error\":\"e\",\"blob\":\"" + "x".repeat(UnknownMembers.LIMIT) + "\"}";
        byte[] body = json.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> new LetterReader(1000).letters(body))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("blob");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'headers':{'h':'%s'}",
                "'metadata':{'m':'%s'}",
                "'originalEvent':{'metadata':{'m':'%s'}}",
                "'errorContext':{'c':'%s'}"
            })
    void more_beside_the_payload_than_a_letter_keeps_is_refused(String member) {
        String text = "ä".repeat(512 * 1024);
        String json = "{'payload':1,'errorMessage':'e'," + member.formatted(text) + "}";
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> new LetterReader(1000).letters(body))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(HttpStatus.CONTENT_TOO_LARGE))
                .hasMessageContaining("1048576");
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
    void a_body_that_is_too_large_once_unpacked_is_refused() {
        String spaces = " ".repeat(ApiUnderTest.MAX_BODY + 1);

        MockHttpServletResponse response = api.send(post("/dlq")
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .content(CaptureApiTest.packed(spaces)));

        assertThat(response.getStatus()).isEqualTo(413);
    }

    @Test
    void what_says_gzip_and_is_none_is_refused() {
        assertProblem(api.send(CaptureApiTest.json("{}").header("Content-Encoding", "gzip")), 400);
        assertProblem(api.send(CaptureApiTest.json("{}").header("Content-Encoding", "br")), 415);
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
                "{'payload':1,'error':'e','payloadTruncated':'yes'}|payloadTruncated",
                "{'payload':1,'error':'e','payloadTruncated':true,'payloadComplete':true}|payloadTruncated",
                "{'payload':1,'error':'e','payloadTruncated':true,'payload_truncated':true}|payload_truncated",
                "{'payload':1,'error':'e','payloadComplete':false,'payload_complete':true}|payload_complete",
                "{'payload':1,'error':'e','incompleteBecause':'cut','incompleteBecause':'removed'}|incompleteBecause",
                "{'payload':1,'error':'e','retryHistory':[{'timestamp':'2026-03-01T09:00:00Z','timestamp':'2026-03-01T09:00:00Z'}]}|retryHistory[0].timestamp",
                "{'payload':1,'error':'e','retryHistory':[{'timestamp':'2026-03-01T09:00:00Z','workerId':'a','worker_id':'b'}]}|retryHistory[0].worker_id",
                "{'payload':1,'error':'e','retryHistory':[{'timestamp':'2026-03-01T09:00:00Z','error':'a','error':{'message':'b'}}]}|retryHistory[0].error",
                "{'payload':1,'error':'e','retryHistory':[{'timestamp':'2026-03-01T09:00:00Z','error':{'message':'a','message':'b'}}]}|retryHistory[0].error.message",
                "{'payload':1,'error':'e','payloadEncoding':'zip'}|payloadEncoding"
            })
    void what_is_wrong_is_named(String json, String field) {
        MockHttpServletResponse response = api.post("/dlq", json.replace('\'', '"'));

        assertProblem(response, 400);
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo(field);
        assertThat(api.store.calls()).isZero();
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
        assertProblem(api.send(CaptureApiTest.json("{}").accept("text/html")), 406);
    }

    @Test
    void a_caller_limited_to_channels_captures_into_no_other() {
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

        MockHttpServletResponse response = api.post("/dlq", CaptureApiTest.WHOLE_LETTER);

        assertProblem(response, 503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
    }

    @Test
    void a_blank_idempotency_key_is_400() {
        assertProblem(
                api.send(CaptureApiTest.json("{\"payload\":1,\"error\":\"e\"}").header("Idempotency-Key", " ")), 400);
    }
}
