package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;

import dev.redrive.redaction.Redaction;
import dev.redrive.server.caller.Role;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;

class ViewsApiTest {
    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    private MockHttpServletResponse save(ApiUnderTest on, String name, String json) {
        return on.send(put(URI.create("/dlq/views/" + name))
                .contentType(MediaType.APPLICATION_JSON)
                .content(json));
    }

    private MockHttpServletResponse save(String name, String query, boolean isShared) {
        return save(api, name, "{\"query\":\"" + query + "\",\"shared\":" + isShared + "}");
    }

    private MockHttpServletResponse remove(String path) {
        return api.send(delete(URI.create("/dlq/views/" + path)));
    }

    private List<String> names() {
        return ApiUnderTest.read(api.get("/dlq/views"), "$.items[*].name");
    }

    @Test
    void a_view_is_saved_listed_replaced_and_deleted_with_lines_in_the_audit_log() {
        assertThat(save("to%20decide", "status=MANUAL&channel=orders", true).getStatus())
                .isEqualTo(201);
        assertThat(save("to%20decide", "channel=orders&order=oldest", true).getStatus())
                .isEqualTo(200);

        assertThat(body(api.get("/dlq/views")))
                .isEqualTo(
                        "{\"items\":[{\"name\":\"to decide\",\"shared\":true,\"query\":\"channel=orders&order=oldest\","
                                + "\"by\":\"jo\",\"savedAt\":\"" + api.clock.instant() + "\"}]}");
        assertThat(remove("to%20decide").getStatus()).isEqualTo(404);
        assertThat(remove("to%20decide?shared=true").getStatus()).isEqualTo(204);
        assertThat(names()).isEmpty();
        assertThat(api.audited)
                .containsExactly(
                        "jo view save shared view to decide 0",
                        "jo view save shared view to decide 0",
                        "jo view delete shared view to decide 0");
    }

    @Test
    void whoever_may_read_keeps_own_views_and_operators_keep_shared_ones() {
        save("ours", "status=FAILED", true);
        api.as(Role.VIEWER);

        assertThat(save("mine", "status=MANUAL", false).getStatus()).isEqualTo(201);
        assertProblem(save("theirs", "status=MANUAL", true), 403, "need the role operator");
        assertProblem(remove("ours?shared=true"), 403, "need the role operator");
        assertThat(names()).containsExactly("ours", "mine");
        assertThat(remove("mine").getStatus()).isEqualTo(204);
    }

    @Test
    void a_shared_view_of_other_channels_is_not_shown() {
        save("payments", "channel=payments", true);
        save("all", "status=open", true);
        api.as(Role.OPERATOR, "orders*");

        assertThat(names()).containsExactly("all");
        assertProblem(api.get("/dlq?view=payments"), 404, "GET /dlq/views");
    }

    @Test
    void a_shared_view_that_looks_for_values_is_not_shown_to_viewers_from_whom_values_are_hidden() {
        try (ApiUnderTest masking = new ApiUnderTest("$.card")) {
            save(masking, "text", "{\"query\":\"q=4111\",\"shared\":true}");
            save(masking, "order", "{\"query\":\"attr.orderId=1\",\"shared\":true}");
            save(masking, "failed", "{\"query\":\"status=FAILED\",\"shared\":true}");

            assertThat(ApiUnderTest.<List<String>>read(masking.get("/dlq/views"), "$.items[*].name"))
                    .containsExactly("failed", "order", "text");
            masking.as(Role.VIEWER);
            assertThat(ApiUnderTest.<List<String>>read(masking.get("/dlq/views"), "$.items[*].name"))
                    .containsExactly("failed");
        }
    }

    @Test
    void the_same_view_has_one_query_however_it_was_written() {
        MockHttpServletResponse saved = save(
                "mine",
                "&order=newest&status=MANUAL&status=MANUAL&channel=a+b&view=old&after=0195a3c4-5d6e-7f80-8123-456789abcdef",
                false);

        assertThat(ApiUnderTest.<String>read(saved, "$.query")).isEqualTo("channel=a%20b&status=MANUAL");
        assertThat(ApiUnderTest.<String>read(save("typed", "q=timed+out+status:MANUAL", false), "$.query"))
                .isEqualTo("q=timed%20out&status=MANUAL");
    }

    @Test
    void what_means_nothing_is_not_saved() {
        assertProblem(save("x", "colour=red", false), 400, "there is no colour here");
        assertProblem(save("x", "time=soon", false), 400, "no time range");
        assertProblem(save("x", "order=best", false), 400, "order must be one of");
        assertProblem(save("x", "channel=%zz", false), 400, "not encoded");
        assertProblem(save("x", "channel=" + "c".repeat(2000), false), 400);
        assertProblem(save("%09", "", false), 400, "1 to 60");
        assertProblem(save("n".repeat(61), "", false), 400, "1 to 60");
        assertProblem(save("..", "", false), 400, "more than dots");
        assertProblem(save(api, "x", "{\"shared\":true}"), 400, "query is missing");
        assertProblem(save(api, "x", "{\"query\":\"\",\"colour\":1}"), 400, "colour");
    }

    @Test
    void a_value_that_is_redacted_is_not_kept_in_a_view() {
        try (ApiUnderTest redacting = new ApiUnderTest(Redaction.none().removingLike("card-number"))) {
            assertProblem(save(redacting, "x", "{\"query\":\"q=4111111111111111\"}"), 400, "redacted");
            assertThat(save(redacting, "x", "{\"query\":\"q=timeout\"}").getStatus())
                    .isEqualTo(201);
        }
    }

    @Test
    void there_are_at_most_a_hundred_of_each_owner() {
        for (int i = 0; i < 100; i++) save("view-" + i, "status=FAILED", false);

        assertProblem(save("one-more", "status=FAILED", false), 409, "delete some first");
        assertThat(save("view-7", "status=MANUAL", false).getStatus()).isEqualTo(200);
        assertThat(save("one-more", "status=FAILED", true).getStatus()).isEqualTo(201);
    }

    @Test
    void a_list_is_that_of_a_view_and_what_the_request_says_is_stronger() {
        String old = api.failedLetter("orders");
        String fresh = api.failedLetter("orders");
        String other = api.failedLetter("payments");
        save("orders", "channel=orders&order=oldest", true);

        assertThat(ids("view=orders")).containsExactly(old, fresh);
        assertThat(ids("view=orders&direction=desc")).containsExactly(fresh, old);
        assertThat(ids("view=orders&channel=payments")).containsExactly(other);
        save("orders", "channel=payments", false);
        assertThat(ids("view=orders")).as("an own one").containsExactly(other);
        assertProblem(api.get("/dlq?view=nothing"), 404, "there is no view nothing");
        assertProblem(api.get("/dlq?view=" + "n".repeat(61)), 400, "1 to 60");
    }

    private List<String> ids(String query) {
        return ApiUnderTest.read(api.get("/dlq?" + query), "$.items[*].id");
    }
}
