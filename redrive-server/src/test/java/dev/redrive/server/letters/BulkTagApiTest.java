package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.caller.Role;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkTagApiTest {
    private static final String UNKNOWN = "0195a3c4-5d6e-7f80-8123-456789abcdef";

    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    private String tag(String which, String tag) {
        return body(api.post("/dlq/bulk/tag", "{" + which + ",\"tag\":\"" + tag + "\"}"));
    }

    private List<String> tags(String id) {
        return ApiUnderTest.read(api.get("/dlq/" + id), "$.tags");
    }

    @Test
    void letters_get_a_tag_by_their_ids_and_keep_those_they_have() {
        String first = api.failedLetter("orders");
        String second = api.failedLetter("orders");
        String closed = api.failedLetter("orders");
        api.post("/dlq/" + closed + "/archive");
        tag("\"ids\":[\"" + second + "\"]", "old");

        assertThat(tag("\"ids\":[\"" + first + "\",\"" + second + "\",\"" + closed + "\",\"" + UNKNOWN + "\"]", "mine"))
                .startsWith("{\"tagged\":2,\"unchanged\":0,\"skipped\":1,\"notFound\":1,\"action\":");
        assertThat(tag("\"ids\":[\"" + first + "\"]", "mine"))
                .startsWith("{\"tagged\":0,\"unchanged\":1,\"skipped\":0,\"notFound\":0,\"action\":");

        assertThat(tags(first)).containsExactly("mine");
        assertThat(tags(second)).containsExactly("old", "mine");
        assertThat(tags(closed)).isEmpty();
        assertThat(api.audited).contains("jo bulk tag mine: 4 ids 2");
    }

    @Test
    void all_that_a_filter_means_get_a_tag_however_many() {
        String many = ApiUnderTest.letter("orders", "T", "m");
        api.send(ApiUnderTest.post("/dlq", (many + "\n").repeat(1100), "application/x-ndjson"));
        String other = api.failedLetter("payments");

        assertThat(tag("\"filterCriteria\":{\"channel\":\"orders\"}", "mine")).startsWith("{\"tagged\":1100,");

        assertThat(ApiUnderTest.<Integer>read(api.get("/dlq?tag=mine"), "$.total"))
                .isEqualTo(1100);
        assertThat(tags(other)).isEmpty();
    }

    @Test
    void a_caller_with_some_channels_tags_only_letters_of_those() {
        String own = api.failedLetter("orders");
        String other = api.failedLetter("payments");
        api.as(Role.OPERATOR, "orders");

        assertThat(tag("\"filterCriteria\":{\"status\":\"open\"}", "mine")).startsWith("{\"tagged\":1,");
        assertProblem(api.post("/dlq/bulk/tag", "{\"ids\":[\"" + own + "\",\"" + other + "\"],\"tag\":\"x\"}"), 403);

        api.as(Role.ADMIN);
        assertThat(tags(own)).containsExactly("mine");
        assertThat(tags(other)).isEmpty();
    }

    private String untag(String which, String tag) {
        return body(api.post("/dlq/bulk/untag", "{" + which + ",\"tag\":\"" + tag + "\"}"));
    }

    @Test
    void exactly_the_letters_that_an_action_tagged_lose_the_tag_again() {
        String before = api.failedLetter("orders");
        String tagged = api.failedLetter("orders");
        String editedSince = api.failedLetter("orders");
        String closedSince = api.failedLetter("orders");
        tag("\"ids\":[\"" + before + "\"]", "mine");
        String action = ApiUnderTest.read(
                api.post("/dlq/bulk/tag", "{\"filterCriteria\":{\"channel\":\"orders\"},\"tag\":\"mine\"}"),
                "$.action");
        tag("\"ids\":[\"" + editedSince + "\"]", "later");
        api.post("/dlq/" + closedSince + "/archive");

        assertThat(untag("\"action\":\"" + action + "\"", "mine"))
                .isEqualTo("{\"untagged\":2,\"unchanged\":1,\"skipped\":1,\"notFound\":0}");

        assertThat(tags(before)).containsExactly("mine");
        assertThat(tags(tagged)).isEmpty();
        assertThat(tags(editedSince)).containsExactly("later");
        assertThat(tags(closedSince)).containsExactly("mine");
        assertThat(api.audited).contains("jo bulk untag mine: bulk action " + action + " 2");
    }

    @Test
    void a_caller_with_some_channels_takes_back_only_there() {
        String own = api.failedLetter("orders");
        String other = api.failedLetter("payments");
        String action = ApiUnderTest.read(
                api.post("/dlq/bulk/tag", "{\"ids\":[\"" + own + "\",\"" + other + "\"],\"tag\":\"mine\"}"),
                "$.action");
        api.as(Role.OPERATOR, "orders");

        assertThat(untag("\"action\":\"" + action + "\"", "mine")).startsWith("{\"untagged\":1,");

        api.as(Role.ADMIN);
        assertThat(tags(own)).isEmpty();
        assertThat(tags(other)).containsExactly("mine");
    }

    @Test
    void letters_lose_a_tag_by_their_ids_or_a_filter() {
        String first = api.failedLetter("orders");
        String second = api.failedLetter("orders");
        tag("\"ids\":[\"" + first + "\",\"" + second + "\"]", "mine");

        assertThat(untag("\"ids\":[\"" + first + "\",\"" + UNKNOWN + "\"]", "mine"))
                .isEqualTo("{\"untagged\":1,\"unchanged\":0,\"skipped\":0,\"notFound\":1}");
        assertThat(untag("\"filterCriteria\":{\"channel\":\"orders\"}", "mine"))
                .isEqualTo("{\"untagged\":1,\"unchanged\":1,\"skipped\":0,\"notFound\":0}");

        assertThat(tags(first)).isEmpty();
        assertThat(tags(second)).isEmpty();
    }

    @Test
    void an_action_and_letters_are_not_both_named() {
        String both = "{\"ids\":[\"" + UNKNOWN + "\"],\"action\":\"" + UNKNOWN + "\",\"tag\":\"x\"}";

        assertProblem(api.post("/dlq/bulk/untag", both), 400, "either these, or the action");
        assertProblem(api.post("/dlq/bulk/untag", "{\"tag\":\"x\"}"), 400, "say which letters");
        assertProblem(api.post("/dlq/bulk/untag", "{\"action\":\"x\",\"tag\":\"x\"}"), 400, "action");
        assertProblem(api.post("/dlq/bulk/tag", "{\"action\":\"" + UNKNOWN + "\",\"tag\":\"x\"}"), 400, "action");
        assertThat(api.audited).isEmpty();
    }

    @Test
    void an_order_that_names_no_letters_or_no_tag_is_refused() {
        assertProblem(api.post("/dlq/bulk/tag", "{\"tag\":\"x\"}"), 400, "say which letters");
        assertProblem(api.post("/dlq/bulk/tag", "{\"ids\":[\"" + UNKNOWN + "\"]}"), 400, "tag is missing");
        assertProblem(api.post("/dlq/bulk/tag", "{\"ids\":[\"" + UNKNOWN + "\"],\"tag\":\" \"}"), 400, "tag");
        assertProblem(api.post("/dlq/bulk/tag", "{\"ids\":[\"" + UNKNOWN + "\"],\"tag\":\"a\\nb\"}"), 400, "one line");
        assertThat(api.audited).isEmpty();
    }
}
