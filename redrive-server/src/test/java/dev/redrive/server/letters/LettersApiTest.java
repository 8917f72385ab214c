package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.ApiUnderTest.read;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.patch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.letter.LetterId;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.server.caller.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

class LettersApiTest {
    private static final String UNKNOWN = "0195a3c4-5d6e-7f80-8123-456789abcdef";
    private ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void a_letter_is_shown_as_the_contract_says() {
        String id = api.captured("""
            {"eventId": "evt-1", "subscriberId": "billing", "channel": "payments", "priority": "HIGH", "tags": ["eu"],
             "originalEvent": {"pattern": "payment.created", "version": "1.0", "source": {"type": "task", "id": "t", "name": "T"},
               "timestamp": "2026-03-01T08:59:59Z", "payload": {"amount": 0.1000, "id": 9007199254740993}, "metadata": {"a": 1.0}},
             "error": {"message": "Read timed out", "type": "NetworkError", "code": "504", "stackTrace": "x", "context": {"ms": 5}},
             "origin": {"topic": "in", "partition": 2, "offset": 77, "key": "k", "headers": {"a": "1", "b": ["2", "3"]}}}
            """);

        MockHttpServletResponse response = api.get("/dlq/" + id);

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentType()).isEqualTo("application/json");
        assertThat(response.getHeader("ETag")).isEqualTo("\"0\"");
        Map<String, Object> letter = read(response, "$");
        assertThat(letter)
                .containsEntry("id", id)
                .containsEntry("eventId", "evt-1")
                .containsEntry("subscriberId", "billing")
                .containsEntry("channel", "payments")
                .containsEntry("status", "PENDING")
                .containsEntry("retryCount", 0)
                .containsEntry("maxRetries", 5)
                .containsEntry("priority", "HIGH")
                .containsEntry("tags", List.of("eu"))
                .containsEntry("retryHistory", List.of())
                .containsEntry("resolution", null)
                .containsEntry("blockedBy", null)
                .containsEntry("createdAt", "2026-03-02T10:00:00Z")
                .containsKeys(
                        "originalEvent",
                        "error",
                        "origin",
                        "causeId",
                        "nextRetryAt",
                        "lockedBy",
                        "lockedUntil",
                        "firstFailedAt",
                        "lastFailedAt",
                        "updatedAt");
        assertThat(ApiUnderTest.<Map<String, Object>>read(response, "$.originalEvent"))
                .containsEntry("eventId", "evt-1")
                .containsEntry("pattern", "payment.created")
                .containsEntry("version", "1.0")
                .containsEntry("source", Map.of("type", "task", "id", "t", "name", "T"))
                .containsEntry("timestamp", "2026-03-01T08:59:59Z");
        assertThat(ApiUnderTest.<Map<String, Object>>read(response, "$.error"))
                .containsEntry("message", "Read timed out")
                .containsEntry("category", "TIMEOUT")
                .containsEntry("retryability", "transient")
                .containsEntry("code", "504")
                .containsEntry("stackTrace", "x");
        assertThat(ApiUnderTest.<Map<String, Object>>read(response, "$.origin"))
                .containsEntry("key", "k")
                .containsEntry("offset", 77)
                .containsEntry("headers", Map.of("a", "1", "b", List.of("2", "3")));
        assertThat(body(response)).contains("\"payload\":{\"amount\": 0.1000, \"id\": 9007199254740993}");
        assertThat(body(response)).contains("\"metadata\":{\"a\": 1.0}");
    }

    @Test
    void a_list_shows_the_same_ids_of_an_event_as_its_letter() {
        String id = api.captured("""
            {"channel":"orders","eventId":"e-1","originalEvent":{"eventId":"inside-1","payload":1},"error":"unheard of"}\
            """);

        Map<String, Object> listed = ApiUnderTest.read(api.get("/dlq"), "$.items[0]");
        MockHttpServletResponse letter = api.get("/dlq/" + id);

        assertThat(listed).containsEntry("eventId", "e-1");
        assertThat(ApiUnderTest.<String>read(letter, "$.eventId")).isEqualTo("e-1");
        assertThat(ApiUnderTest.<String>read(api.get("/dlq"), "$.items[0].originalEvent.eventId"))
                .isEqualTo(ApiUnderTest.<String>read(letter, "$.originalEvent.eventId"))
                .isEqualTo("inside-1");
    }

    @Test
    void an_attempt_whose_worker_did_not_come_back_does_not_look_like_a_success() {
        String id = api.captured("{\"channel\":\"orders\",\"payload\":1,\"error\":\"unheard of\"}");
        ClaimedLetters.claim(api.store, api.id(id), "a node that stops", Duration.ofSeconds(3));
        api.clock.forward(Duration.ofSeconds(4));
        api.redrive.handle("orders", letter -> {});
        api.redrive.letters().retry(api.id(id), "jo");

        MockHttpServletResponse letter = api.get("/dlq/" + id);

        assertThat(ApiUnderTest.<String>read(letter, "$.retryHistory[0].result"))
                .isEqualTo("LEASE_LOST");
        assertThat(ApiUnderTest.<String>read(letter, "$.retryHistory[0].error.message"))
                .contains("did not come back");
        assertThat(ApiUnderTest.<Object>read(letter, "$.retryHistory[1].error")).isNull();
    }

    @Test
    void the_failure_that_made_a_letter_stays_and_the_newest_stands_beside_it() {
        api.redrive.handle("orders", letter -> {
            throw new IllegalArgumentException("no lines");
        });
        String id = api.captured("""
            {"channel":"orders","payload":1,"error":{"type":"shop.Declined","message":"card declined","code":"E42",
              "stackTrace":"shop.Declined: card declined","context":{"card":"visa"}}}
            """);
        Map<String, Object> before = read(api.get("/dlq/" + id), "$.error");

        api.redrive.letters().retry(api.id(id), "jo");

        MockHttpServletResponse letter = api.get("/dlq/" + id);
        assertThat(ApiUnderTest.<Map<String, Object>>read(letter, "$.error")).isEqualTo(before);
        assertThat(before).containsEntry("code", "E42").containsEntry("context", Map.of("card", "visa"));
        assertThat(ApiUnderTest.<Map<String, Object>>read(letter, "$.lastError"))
                .containsEntry("type", "java.lang.IllegalArgumentException")
                .containsEntry("message", "no lines");
        assertThat(ApiUnderTest.<Object>read(letter, "$.retryHistory[0].error")).isEqualTo(read(letter, "$.lastError"));
        String first = read(letter, "$.causeId");
        String last = read(letter, "$.lastCauseId");
        assertThat(first).isNotEqualTo(last);
        for (String query : List.of(
                "errorType=shop.Declined",
                "lastErrorType=java.lang.IllegalArgumentException",
                "cause=" + first,
                "lastCause=" + last,
                "cause=" + first + "&lastCause=" + last,
                "anyCause=" + first,
                "anyCause=" + last))
            assertThat(ApiUnderTest.<List<String>>read(api.get("/dlq?" + query), "$.items[*].id"))
                    .as(query)
                    .containsExactly(id);
        for (String query : List.of("lastErrorType=shop.Declined", "cause=" + last, "lastCause=" + first))
            assertThat(ApiUnderTest.<List<String>>read(api.get("/dlq?" + query), "$.items[*].id"))
                    .as(query)
                    .isEmpty();
        assertThat(ApiUnderTest.<List<String>>read(api.get("/dlq"), "$.items[*].lastError.message"))
                .containsExactly("no lines");
    }

    @Test
    void a_letter_whose_payload_is_not_whole_is_not_sent() {
        List<LetterId> sent = new ArrayList<>();
        api.redrive.handle("payments", letter -> sent.add(letter.id()));
        String id = api.captured("""
            {"channel": "payments", "payload": "{\\"half\\":", "payloadComplete": false,
             "error": {"message": "Read timed out", "type": "NetworkError"}}\
            """);

        MockHttpServletResponse letter = api.get("/dlq/" + id);
        MockHttpServletResponse retried = api.post("/dlq/" + id + "/retry");
        MockHttpServletResponse reset = api.post("/dlq/" + id + "/reset");

        assertThat(ApiUnderTest.<Map<String, Object>>read(letter, "$"))
                .containsEntry("status", "MANUAL")
                .containsEntry("payloadComplete", false)
                .containsEntry("incompleteBecause", "cut");
        assertThat(ApiUnderTest.<Map<String, Object>>read(api.get("/dlq"), "$.items[0]"))
                .containsEntry("payloadComplete", false)
                .containsEntry("incompleteBecause", "cut");
        for (MockHttpServletResponse refused : List.of(retried, reset)) {
            assertThat(refused.getStatus()).isEqualTo(409);
            assertThat(ApiUnderTest.<String>read(refused, "$.detail"))
                    .contains("not whole")
                    .contains("edit");
            assertThat(ApiUnderTest.<String>read(refused, "$.incompleteBecause"))
                    .isEqualTo("cut");
        }
        assertThat(sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": 9007199254740993}",
                "0.1000",
                "[1]",
                "true",
                "\"plain text\"",
                "\"12\"",
                "\"\\\"a JSON string\\\"\"",
                "\"null\"",
                "null",
                "\"{\\\"cut\\\": \""
            })
    void a_letter_read_back_has_the_same_bytes(String payload) {
        String first = api.captured("{\"error\":\"e\",\"payload\":" + payload + "}");

        String again = api.captured(body(api.get("/dlq/" + first)).replace("redrive-" + first, "again"));

        assertThat(again).isNotEqualTo(first);
        assertThat(api.store.find(api.id(again)).orElseThrow().payload())
                .isEqualTo(api.store.find(api.id(first)).orElseThrow().payload());
    }

    @Test
    void bytes_are_shown_as_base64() {
        String id = api.captured(
                "{\"payload\":\"AAH/\",\"payloadEncoding\":\"base64\",\"error\":\"e\",\"key\":\"/w==\",\"keyEncoding\":\"base64\","
                        + "\"headers\":{\"h\":{\"base64\":\"AA==\"}}}");

        MockHttpServletResponse response = api.get("/dlq/" + id);

        assertThat(ApiUnderTest.<String>read(response, "$.originalEvent.payload"))
                .isEqualTo("AAH/");
        assertThat(ApiUnderTest.<String>read(response, "$.originalEvent.payloadEncoding"))
                .isEqualTo("base64");
        assertThat(ApiUnderTest.<String>read(response, "$.origin.key")).isEqualTo("/w==");
        assertThat(ApiUnderTest.<String>read(response, "$.origin.keyEncoding")).isEqualTo("base64");
        assertThat(ApiUnderTest.<String>read(response, "$.origin.headers.h.base64"))
                .isEqualTo("AA==");
    }

    @Test
    void a_viewer_sees_stars_where_something_is_hidden() {
        api.close();
        api = new ApiUnderTest("$..card");
        String id =
                api.captured("{\"error\":\"e\",\"payload\":{\"card\":\"4111222233334444\",\"id\":9007199254740993}}");
        api.send(patch("/dlq/" + id).contentType("application/json").content("{\"tags\":[\"x\"]}"));

        assertThat(body(api.as(Role.OPERATOR).get("/dlq/" + id))).contains("4111222233334444");
        assertThat(body(api.as(Role.VIEWER).get("/dlq/" + id)))
                .doesNotContain("4111222233334444")
                .contains("\"payload\":{\"card\":\"***\",\"id\":9007199254740993}");
        assertThat(body(api.get("/dlq/" + id + "/versions"))).doesNotContain("4111222233334444");
        assertProblem(api.get("/dlq?q=4111222233334444"), 403, "hidden");
    }

    @Test
    void a_viewer_needs_no_key_to_see_stars_at_sealed_and_masked_places() {
        api.close();
        SealKeys keys = SealKeys.of("k1", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));
        api = new ApiUnderTest(Redaction.none().sealing("$.card").with(keys), "$.iban");
        String id = api.captured("{\"error\":\"no DE8937040044\",\"payload\":{\"card\":\"4111222233334444\","
                + "\"iban\":\"DE8937040044\"}}");

        MockHttpServletResponse response = api.as(Role.VIEWER).get("/dlq/" + id);

        assertThat(body(response))
                .contains("\"payload\":{\"card\":\"***\",\"iban\":\"***\"}")
                .contains("no ***");
        assertThat(ApiUnderTest.<Boolean>read(response, "$.payloadComplete")).isTrue();
    }

    @Test
    void an_edit_of_sealed_values_gives_the_target_what_was_meant_or_is_refused() {
        api.close();
        SealKeys keys = SealKeys.of("k1", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));
        api = new ApiUnderTest(Redaction.none().sealing("$..ssn").with(keys));
        List<String> got = new ArrayList<>();
        api.redrive.handle("people", letter -> got.add(letter.payload().text()));
        String id = api.captured("{\"channel\":\"people\",\"error\":\"odd\",\"payload\":{\"p\":["
                + "{\"n\":\"ann\",\"ssn\":\"S-ANN\"},{\"n\":\"bob\",\"ssn\":\"S-BOB\"}]}}");

        MockHttpServletResponse moved = api.send(edit(id, "{\"payload\":{\"p\":[{\"n\":\"bobby\",\"ssn\":\"***\"}]}}"));
        MockHttpServletResponse copied = api.send(edit(id, "{\"payload\":{\"bob\":{\"ssn\":\"***\"}}}"));
        MockHttpServletResponse clear = api.send(
                edit(id, "{\"payload\":{\"p\":[{\"n\":\"bob\",\"ssn\":\"***\"},{\"n\":\"cy\",\"ssn\":\"S-CY\"}]}}"));
        api.post("/dlq/" + id + "/retry");

        assertProblem(moved, 400, "$['p'][0]['ssn']");
        assertProblem(copied, 400, "$['bob']['ssn']");
        assertThat(clear.getStatus()).isEqualTo(200);
        assertThat(got).containsExactly("{\"p\":[{\"n\":\"bob\",\"ssn\":\"S-BOB\"},{\"n\":\"cy\",\"ssn\":\"S-CY\"}]}");
    }

    @Test
    void where_the_hidden_values_are_not_at_hand_the_words_of_errors_are_hidden() {
        api.close();
        api = new ApiUnderTest("$.iban");
        String whole = api.captured(quoting("{\"iban\":\"DE8937040044\"}"));
        String unreadable = api.captured(quoting("\"{\\\"iban\\\":\\\"DE8937040044\\\"} and more\""));
        String edited = api.captured(quoting("{\"iban\":\"DE8937040044\"}"));
        api.send(patch("/dlq/" + edited).contentType("application/json").content("{\"payload\":{\"iban\":\"none\"}}"));

        api.as(Role.VIEWER);

        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + whole), "$.error.message"))
                .isEqualTo("no ***");
        for (String id : List.of(unreadable, edited))
            assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + id), "$.error.message"))
                    .isEqualTo("***");
        assertThat(body(api.get("/dlq"))).doesNotContain("DE89").contains("\"message\":\"***\",\"type\":\"BadIban\"");
        assertThat(body(api.as(Role.OPERATOR).get("/dlq"))).contains("no DE8937040044");
    }

    private static String quoting(String payload) {
        return "{\"error\":{\"type\":\"BadIban\",\"message\":\"no DE8937040044\"},\"payload\":" + payload + "}";
    }

    @Test
    void attempts_and_what_blocks_are_in_the_letter() {
        String first = api.captured("{\"channel\":\"ledger\",\"key\":\"k\",\"payload\":1,\"error\":\"timeout\"}");
        String second = api.captured("{\"channel\":\"ledger\",\"key\":\"k\",\"payload\":2,\"error\":\"timeout\"}");

        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + second), "$.blockedBy"))
                .isEqualTo(first);
    }

    @Test
    void an_unknown_letter_is_404_and_what_is_no_id_is_400() {
        assertProblem(api.get("/dlq/" + UNKNOWN), 404, UNKNOWN);
        assertProblem(api.get("/dlq/" + UNKNOWN + "/versions"), 404);
        assertProblem(api.get("/dlq/1-1-1-1-1"), 400);
        assertProblem(api.get("/dlq/nonsense"), 400, "UUID");
        for (String verb : List.of("retry", "reset", "archive", "restore", "confirm")) {
            assertProblem(api.post("/dlq/" + UNKNOWN + "/" + verb), 404);
            assertProblem(api.post("/dlq/nonsense/" + verb), 400);
        }
        assertProblem(api.send(delete("/dlq/" + UNKNOWN)), 404);
        assertProblem(api.send(edit(UNKNOWN, "{\"tags\":[]}")), 404);
    }

    @Test
    void other_methods_are_405_and_say_which_are_possible() {
        MockHttpServletResponse response = api.send(put("/dlq/" + UNKNOWN));

        assertProblem(response, 405, "GET");
        assertThat(response.getHeader("Allow"))
                .contains("GET")
                .contains("PATCH")
                .contains("DELETE");
        assertProblem(api.send(get("/dlq/" + UNKNOWN + "/retry")), 405);
    }

    @Test
    void other_paths_are_404() {
        assertProblem(api.post("/dlq/" + UNKNOWN + "/explode"), 404);
        assertProblem(api.get("/nowhere"), 404);
    }

    private static MockHttpServletRequestBuilder edit(String id, String json) {
        return patch("/dlq/" + id).contentType("application/json").content(json);
    }

    @Test
    void a_caller_limited_to_channels_sees_and_changes_no_other_letter() {
        String foreign = api.failedLetter("payments");
        String own = api.failedLetter("orders.eu");
        api.as(Role.ADMIN, "orders.*");

        assertThat(api.get("/dlq/" + own).getStatus()).isEqualTo(200);
        assertProblem(api.get("/dlq/" + foreign), 403);
        assertProblem(api.get("/dlq/" + foreign + "/versions"), 403);
        assertProblem(api.send(edit(foreign, "{\"tags\":[]}")), 403);
        assertProblem(api.send(delete("/dlq/" + foreign)), 403);
        for (String verb : List.of("retry", "reset", "archive", "restore", "confirm"))
            assertProblem(api.post("/dlq/" + foreign + "/" + verb), 403);
    }

    @Test
    void while_the_store_is_away_it_is_503() {
        String id = api.failedLetter("orders");
        api.store.goAway();

        assertProblem(api.get("/dlq/" + id), 503);
    }

    @Test
    void an_open_letter_without_a_target_says_how_to_give_it_one() {
        String id = api.failedLetter("payments");
        String served = api.failedLetter("orders");
        api.redrive.handle("orders", letter -> {});

        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + id), "$.noTarget"))
                .contains("no target is configured for the channel payments", "redrive.channels");
        assertThat(ApiUnderTest.<java.util.List<String>>read(api.get("/dlq"), "$.items[?(@.noTarget)].channel"))
                .containsExactly("payments");
        assertThat(ApiUnderTest.body(api.get("/dlq/" + served))).doesNotContain("noTarget");
        var unused = api.post("/dlq/" + id + "/archive", "{}");
        assertThat(ApiUnderTest.body(api.get("/dlq/" + id))).doesNotContain("noTarget");
    }

    @Test
    void a_letter_of_a_held_channel_is_tried_only_by_force() {
        String id = api.failedLetter("payments");
        api.redrive.handle("payments", letter -> {});
        api.redrive
                .channels()
                .hold(new dev.redrive.store.channels.ChannelHold(
                        "payments", "ann", "the bank is down", api.clock.instant()));

        MockHttpServletResponse refused = api.post("/dlq/" + id + "/retry", "{}");

        assertThat(refused.getStatus()).isEqualTo(409);
        assertThat(ApiUnderTest.<String>read(refused, "$.detail"))
                .contains("payments is held by ann", "the bank is down", "force=true");
        assertThat(api.status(id)).isEqualTo("FAILED");
        assertThat(api.post("/dlq/" + id + "/retry?force=perhaps", "{}").getStatus())
                .isEqualTo(400);
        assertThat(ApiUnderTest.<String>read(api.post("/dlq/" + id + "/retry?force=true", "{}"), "$.status"))
                .isEqualTo("RESOLVED");
    }
}
