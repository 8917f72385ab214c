package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.patch;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.leases.ClaimRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** Decisions about one letter over the API: retry, reset, archive, restore, delete. */
class LetterDecisionsApiTest {
    private ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    // Deciding

    @Test
    void a_held_letter_is_not_deleted_and_says_what_holds_it() {
        String id = api.failedLetter("orders");
        var unused = api.redrive
                .letters()
                .hold(new LegalHold(HoldSubject.channel("orders"), "kim", "case 17", api.clock.instant()));

        MockHttpServletResponse refused = api.send(delete("/dlq/" + id));

        assertThat(refused.getStatus()).isEqualTo(409);
        assertThat(ApiUnderTest.<String>read(refused, "$.detail"))
                .contains("the legal hold on channel orders, placed by kim at " + api.clock.instant() + ": case 17");
        assertThat(ApiUnderTest.<String>read(refused, "$.hold.channel")).isEqualTo("orders");
        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + id), "$.hold.reason"))
                .isEqualTo("case 17");
        assertThat(api.audited).noneMatch(line -> line.contains("delete"));
    }

    @Test
    void a_retry_answers_with_the_attempt_and_the_new_status() {
        api.redrive.handle("orders", letter -> {});
        String id = api.failedLetter("orders");

        MockHttpServletResponse response = api.post("/dlq/" + id + "/retry");

        assertThat(response.getStatus()).as(body(response)).isEqualTo(200);
        assertThat(ApiUnderTest.<String>read(response, "$.status")).isEqualTo("RESOLVED");
        assertThat(ApiUnderTest.<String>read(response, "$.attempt.result")).isEqualTo("SUCCEEDED");
        assertThat(ApiUnderTest.<String>read(response, "$.attempt.workerId")).isEqualTo("jo");
        assertThat(ApiUnderTest.<List<?>>read(api.get("/dlq/" + id), "$.retryHistory"))
                .hasSize(1);
        assertThat(api.audited).containsExactly("jo retry " + id + " 1");
    }

    @Test
    void a_retry_that_fails_answers_with_the_error() {
        api.redrive.handle("orders", letter -> {
            throw new IllegalStateException("still broken");
        });
        String id = api.failedLetter("orders");

        MockHttpServletResponse response = api.post("/dlq/" + id + "/retry");

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(ApiUnderTest.<String>read(response, "$.attempt.result")).isEqualTo("FAILED");
        assertThat(ApiUnderTest.<String>read(response, "$.attempt.error.message"))
                .isEqualTo("still broken");
    }

    @Test
    void a_retry_that_outlasted_its_lease_was_made_and_is_in_the_audit_log() {
        String id = api.captured("{\"payload\":1,\"error\":\"e\",\"channel\":\"orders\"}");
        api.redrive.handle("orders", letter -> {
            api.clock.forward(Duration.ofDays(1));
            api.store.claim(ClaimRequest.of("another", 1, Duration.ofHours(1)));
        });

        assertProblem(api.post("/dlq/" + id + "/retry"), 409, "outlasted its lease");

        assertThat(api.audited).containsExactly("jo retry " + id + " 1");
    }

    @Test
    void a_retry_that_cannot_be_says_why() {
        String nowhere = api.failedLetter("nowhere");
        assertProblem(api.post("/dlq/" + nowhere + "/retry"), 409, "no target is configured for the channel nowhere");

        String ofKafka = api.captured(
                "{\"channel\":\"bills\",\"payload\":1,\"error\":\"timeout\",\"origin\":{\"topic\":\"bills\"}}");
        assertProblem(api.post("/dlq/" + ofKafka + "/retry"), 409, "add its topic bills to redrive.kafka.topics");

        api.redrive.handle("*", letter -> {});
        api.post("/dlq/" + nowhere + "/archive");
        MockHttpServletResponse archived = api.post("/dlq/" + nowhere + "/retry");
        assertProblem(archived, 409, "is ARCHIVED and cannot be retried; possible now: restore");
        assertThat(ApiUnderTest.<String>read(archived, "$.state")).isEqualTo("ARCHIVED");

        String first = api.captured("{\"channel\":\"ledger\",\"key\":\"k\",\"payload\":1,\"error\":\"timeout\"}");
        String second = api.captured("{\"channel\":\"ledger\",\"key\":\"k\",\"payload\":2,\"error\":\"timeout\"}");
        MockHttpServletResponse blocked = api.post("/dlq/" + second + "/retry");
        assertProblem(blocked, 409, "waits behind the earlier letter " + first);
        assertThat(ApiUnderTest.<String>read(blocked, "$.blockedBy")).isEqualTo(first);
    }

    @Test
    void a_letter_is_reset_archived_and_restored() {
        String id = api.failedLetter("orders");

        MockHttpServletResponse reset = api.post("/dlq/" + id + "/reset");
        assertThat(ApiUnderTest.<String>read(reset, "$.status")).isEqualTo("PENDING");
        assertThat(ApiUnderTest.<String>read(reset, "$.previousStatus")).isEqualTo("FAILED");

        api.post("/dlq/" + id + "/archive", "{\"notes\":\"done by phone\"}");
        MockHttpServletResponse archived = api.get("/dlq/" + id);
        assertThat(ApiUnderTest.<Map<String, Object>>read(archived, "$.resolution"))
                .containsEntry("strategy", "manual_resolution")
                .containsEntry("resolvedBy", "jo")
                .containsEntry("notes", "done by phone");

        assertThat(ApiUnderTest.<String>read(api.post("/dlq/" + id + "/restore"), "$.status"))
                .isEqualTo("PENDING");
        api.post("/dlq/" + id + "/archive", "{\"strategy\":\"discard\"}");
        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + id), "$.resolution.strategy"))
                .isEqualTo("discard");
        assertThat(api.audited)
                .containsExactly(
                        "jo reset " + id + " 1",
                        "jo archive " + id + " 1",
                        "jo restore " + id + " 1",
                        "jo discard " + id + " 1");
    }

    @Test
    void what_a_state_does_not_allow_is_409_and_names_the_state() {
        String id = api.failedLetter("orders");

        assertProblem(
                api.post("/dlq/" + id + "/confirm"),
                409,
                "letter " + id + " is FAILED and cannot be confirmed; possible now: retry, reset, archive");
        assertProblem(api.post("/dlq/" + id + "/restore"), 409, "is FAILED and cannot be restored");
        assertThat(api.audited).isEmpty();
    }

    @Test
    void a_letter_in_work_is_left_alone() {
        String id = api.transientLetter("orders");
        ClaimedLetters.claim(api.store, api.id(id), "worker-1", Duration.ofMinutes(5));

        assertProblem(api.post("/dlq/" + id + "/archive"), 409, "is RETRYING until 2026-03-02T10:05:00Z");
        assertProblem(api.send(delete("/dlq/" + id)), 409, "is RETRYING until 2026-03-02T10:05:00Z");
        assertProblem(api.send(edit(id, "{\"tags\":[]}")), 409, "is RETRYING");
        api.redrive.handle("orders", letter -> {});
        assertProblem(api.post("/dlq/" + id + "/retry"), 409, "is RETRYING until");
    }

    @Test
    void an_order_with_a_bad_body_changes_nothing() {
        String id = api.failedLetter("orders");

        for (String verb : List.of("retry", "reset", "archive", "restore", "confirm")) {
            String path = "/dlq/" + id + "/" + verb;
            assertProblem(api.post(path, "{"), 400);
            assertProblem(api.post(path, "[]"), 400);
            assertProblem(api.post(path, "{\"notes\":5}"), 400);
            assertProblem(api.post(path, "{\"what\":5}"), 400, "known are strategy, notes");
            assertProblem(api.post(path, "{\"strategy\":\"magic\"}"), 400);
            assertProblem(api.post(path, "{\"notes\":\"" + "x".repeat(70_000) + "\"}"), 413);
            assertProblem(api.send(ApiUnderTest.post(path, "hello", "text/plain")), 415);
        }
        assertThat(api.status(id)).isEqualTo(LetterStatus.FAILED.name());
    }

    // Editing

    private static MockHttpServletRequestBuilder edit(String id, String json) {
        return patch("/dlq/" + id).contentType("application/json").content(json);
    }

    @Test
    void a_deleted_letter_is_gone() {
        String id = api.failedLetter("orders");

        assertThat(api.send(delete("/dlq/" + id)).getStatus()).isEqualTo(204);

        assertProblem(api.get("/dlq/" + id), 404);
        assertThat(api.audited).containsExactly("jo delete " + id + " 1");
    }
}
