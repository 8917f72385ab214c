package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.patch;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.server.web.ByteBudget;
import dev.redrive.server.web.TestMemory;
import dev.redrive.store.decisions.Edit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

/** Edits of a letter over the API. */
class LetterEditsApiTest {
    private static final int LARGE = 7000;

    private ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    // Looking

    @Test
    void an_edit_that_gives_the_payload_makes_a_cut_letter_whole() {
        api.redrive.handle("payments", letter -> {});
        String id = api.captured("""
                {"channel": "payments", "payload": "half", "payloadComplete": false, "error": "Read timed out"}""");

        api.send(patch("/dlq/" + id).contentType("application/json").content("{\"payload\": {\"all\": 1}}"));

        assertThat(ApiUnderTest.<Map<String, Object>>read(api.get("/dlq/" + id), "$"))
                .containsEntry("payloadComplete", true)
                .containsEntry("incompleteBecause", null);
        assertThat(ApiUnderTest.<List<Boolean>>read(api.get("/dlq/" + id + "/versions"), "$.items[*].payloadComplete"))
                .containsExactly(false, true);
        assertThat(api.post("/dlq/" + id + "/retry").getStatus()).isEqualTo(200);
    }

    // Editing

    private static MockHttpServletRequestBuilder edit(String id, String json) {
        return patch("/dlq/" + id).contentType("application/json").content(json);
    }

    @Test
    void an_edit_is_a_version_and_the_original_stays() {
        String id = api.failedLetter("orders");

        MockHttpServletResponse response = api.send(edit(
                        id,
                        "{\"payload\":{\"n\":9007199254740993},\"headers\":{\"a\":\"b\"},\"priority\":\"CRITICAL\",\"tags\":[\"fixed\"],"
                                + "\"notes\":\"n was wrong\"}")
                .header("If-Match", "\"0\""));

        assertThat(response.getStatus()).as(body(response)).isEqualTo(200);
        assertThat(response.getHeader("ETag")).isEqualTo("\"1\"");
        assertThat(ApiUnderTest.<Integer>read(response, "$.version")).isEqualTo(1);
        assertThat(body(api.get("/dlq/" + id))).contains("9007199254740993").contains("\"CRITICAL\"");
        MockHttpServletResponse versions = api.get("/dlq/" + id + "/versions");
        assertThat(ApiUnderTest.<List<Integer>>read(versions, "$.items[*].version"))
                .containsExactly(0, 1);
        assertThat(ApiUnderTest.<String>read(versions, "$.items[1].notes")).isEqualTo("n was wrong");
        assertThat(ApiUnderTest.<String>read(versions, "$.items[1].by")).isEqualTo("jo");
        assertThat(ApiUnderTest.<Integer>read(versions, "$.items[0].payload.n")).isEqualTo(1);
        assertThat(api.audited).containsExactly("jo edit " + id + " 1");
    }

    @Test
    void a_dry_run_says_what_would_change_and_changes_nothing() {
        String id = api.failedLetter("orders");

        MockHttpServletResponse preview = api.send(patch("/dlq/" + id + "?dryRun=true")
                .contentType("application/json")
                .content("{\"payload\": \"{\\\"n\\\": 1.0}\"}"));

        assertThat(preview.getStatus()).as(body(preview)).isEqualTo(200);
        assertThat(ApiUnderTest.<Integer>read(preview, "$.version")).isZero();
        assertThat(ApiUnderTest.<Boolean>read(preview, "$.changed")).isTrue();
        assertThat(ApiUnderTest.<String>read(preview, "$.differences[0].path")).isEqualTo("/payload/n");
        assertThat(ApiUnderTest.<String>read(preview, "$.differences[0].after")).isEqualTo("1.0");
        assertThat(ApiUnderTest.<List<Object>>read(api.get("/dlq/" + id + "/versions"), "$.items"))
                .isEmpty();
        assertThat(api.audited).isEmpty();
    }

    @Test
    void a_dry_run_of_an_older_version_is_refused_like_the_edit() {
        String id = api.failedLetter("orders");
        api.send(edit(id, "{\"tags\":[\"first\"]}"));

        assertProblem(
                api.send(patch("/dlq/" + id + "?dryRun=true")
                        .contentType("application/json")
                        .content("{\"payload\": 1}")
                        .header("If-Match", "\"0\"")),
                412,
                "version 1");
        assertProblem(
                api.send(patch("/dlq/" + id + "?dryRun=maybe")
                        .contentType("application/json")
                        .content("{\"payload\": 1}")),
                400,
                "dryRun");
    }

    @Test
    void two_editors_do_not_overwrite_each_other() {
        String id = api.failedLetter("orders");
        api.send(edit(id, "{\"tags\":[\"first\"]}").header("If-Match", "\"0\""));

        MockHttpServletResponse second =
                api.send(edit(id, "{\"tags\":[\"second\"]}").header("If-Match", "\"0\""));

        assertProblem(second, 412, "version 1");
        assertThat(ApiUnderTest.<Integer>read(second, "$.version")).isEqualTo(1);
        assertThat(ApiUnderTest.<List<String>>read(api.get("/dlq/" + id), "$.tags"))
                .containsExactly("first");
    }

    @Test
    void an_edit_without_a_version_edits_the_newest() {
        String id = api.failedLetter("orders");

        assertThat(api.send(edit(id, "{\"tags\":[\"a\"]}")).getStatus()).isEqualTo(200);
        assertThat(api.send(edit(id, "{\"tags\":[\"b\"]}").header("If-Match", "*"))
                        .getStatus())
                .isEqualTo(200);
        assertThat(api.send(edit(id, "{\"payload\":null}").header("If-Match", "\"7\", \"2\""))
                        .getStatus())
                .isEqualTo(200);
    }

    @Test
    void a_bad_edit_changes_nothing() {
        String id = api.failedLetter("orders");

        for (String json : List.of(
                "",
                "{",
                "[]",
                "{}",
                "{\"payload\":1} x",
                "{\"colour\":1}",
                "{\"tags\":\"x\"}",
                "{\"tags\":[1]}",
                "{\"priority\":\"x\"}",
                "{\"headers\":[]}",
                "{\"notes\":1}",
                "{\"payload\":\"?\",\"payloadEncoding\":\"base64\"}",
                "{\"payload\":1,\"payload\":2}",
                "{\"notes\":\"" + "x".repeat(5000) + "\"}")) assertProblem(api.send(edit(id, json)), 400);
        assertProblem(api.send(edit(id, "{\"tags\":[]}").header("If-Match", "\"abc\"")), 400, "If-Match");
        assertProblem(api.send(edit(id, "{\"payload\":\"" + "x".repeat(9000) + "\"}")), 413);
        assertProblem(api.send(patch("/dlq/" + id).contentType("text/plain").content("x")), 415);
        assertThat(api.store.find(api.id(id)).orElseThrow().state().version()).isZero();
    }

    @Test
    void a_closed_letter_is_not_edited() {
        String id = api.failedLetter("orders");
        api.post("/dlq/" + id + "/archive");

        assertProblem(api.send(edit(id, "{\"tags\":[]}")), 409, "is ARCHIVED and cannot be edited");
    }

    /** A letter that was edited down has its large versions all the same. */
    @Test
    void versions_are_read_once_there_is_memory_for_all_of_them() {
        String id = api.captured("{\"payload\":\"" + "x".repeat(LARGE) + "\",\"error\":\"e\"}");
        api.store.edit(LetterId.of(id), 0, Edit.payload(Payload.of("y"), "jo"));
        ByteBudget budget = new ByteBudget("memory", 1_000_000, Duration.ZERO);

        api.send(MockMvcRequestBuilders.get("/dlq/" + id + "/versions").with(TestMemory.of(budget)));

        assertThat(budget.used()).isGreaterThan(6 * LARGE);
    }
}
