package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.body;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;

import dev.redrive.redaction.Redaction;
import dev.redrive.server.caller.Role;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;

class BulkApiTest {
    private static final String UNKNOWN = "0195a3c4-5d6e-7f80-8123-456789abcdef";

    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    private static void assertCounts(MockHttpServletResponse response, int status, Map<String, Integer> counts) {
        assertThat(response.getStatus()).as(body(response)).isEqualTo(status);
        assertThat(ApiUnderTest.<Map<String, Object>>read(response, "$")).containsAllEntriesOf(counts);
    }

    @Test
    void notes_about_many_letters_keep_no_secrets() {
        try (ApiUnderTest redacting = new ApiUnderTest(Redaction.none().removingLike("card-number"))) {
            String id = redacting.failedLetter("a");

            redacting.post(
                    "/dlq/bulk/archive",
                    "{\"filterCriteria\":{\"channel\":\"a\"},\"notes\":\"card 4111111111111111 is void\"}");

            assertThat(ApiUnderTest.body(redacting.get("/dlq/" + id)))
                    .contains("card *** is void")
                    .doesNotContain("4111");
        }
    }

    @Test
    void a_dry_run_only_counts() {
        String id = api.failedLetter("orders");

        assertCounts(
                api.post("/dlq/bulk/archive", "{\"dryRun\":true,\"ids\":[\"" + id + "\",\"" + UNKNOWN + "\"]}"),
                200,
                Map.of("matched", 1, "archived", 0, "notFound", 1));
        assertThat(api.status(id)).isEqualTo("FAILED");
        assertThat(api.audited).isEmpty();
    }

    @Test
    void a_dry_run_counts_exactly_what_a_list_would_not_count_to_the_end() {
        String tagged = ApiUnderTest.letter("orders", "T", "m").replaceFirst("\\{", "{\"tags\":[\"old\"],");
        api.send(ApiUnderTest.post("/dlq", (tagged + "\n").repeat(10_001), "application/x-ndjson"));

        MockHttpServletResponse many =
                api.post("/dlq/bulk/archive", "{\"dryRun\":true,\"filterCriteria\":{\"tag\":\"old\"}}");
        MockHttpServletResponse none =
                api.post("/dlq/bulk/archive", "{\"dryRun\":true,\"filterCriteria\":{\"tag\":\"new\"}}");

        assertCounts(many, 200, Map.of("matched", 10_001, "archived", 0));
        assertThat(ApiUnderTest.<Boolean>read(many, "$.matchedIsLowerBound")).isFalse();
        assertCounts(none, 200, Map.of("matched", 0));
        assertThat(ApiUnderTest.<Boolean>read(none, "$.matchedIsLowerBound")).isFalse();
    }

    @Test
    void a_dry_run_in_the_address_is_refused_and_does_not_archive() {
        String id = api.failedLetter("old");

        assertProblem(
                api.post("/dlq/bulk/archive?dryRun=true", "{\"filterCriteria\":{\"channel\":\"old\"}}"),
                400,
                "in its body");

        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + id), "$.status")).isEqualTo("FAILED");
    }

    @Test
    void what_was_archived_before_the_store_went_away_is_on_record() {
        for (int i = 0; i < 600; i++) api.failedLetter("old");
        api.store.goAwayAfterOrders(1);

        assertProblem(api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"old\"}}"), 503);

        assertThat(api.audited)
                .singleElement()
                .asString()
                .startsWith("jo bulk archive")
                .endsWith(" 500");
    }

    @Test
    void what_was_archived_by_ids_before_the_store_went_away_is_on_record() {
        String ids = api.failedLetter("a") + "\",\"" + api.failedLetter("a") + "\",\"" + api.failedLetter("a");
        api.store.goAwayAfterOrders(2);

        assertProblem(api.post("/dlq/bulk/archive", "{\"ids\":[\"" + ids + "\"]}"), 503);

        assertThat(api.audited)
                .singleElement()
                .asString()
                .startsWith("jo bulk archive")
                .endsWith(" 2");
    }

    @Test
    void an_order_that_broke_off_before_it_changed_anything_is_not_on_record() {
        String id = api.failedLetter("old");
        api.store.goAwayAfterOrders(0);

        assertProblem(api.post("/dlq/bulk/archive", "{\"ids\":[\"" + id + "\"]}"), 503);

        assertThat(api.audited).isEmpty();
    }

    @Test
    void letters_are_archived_by_ids_by_criteria_and_by_age() {
        String first = api.failedLetter("a");
        String second = api.failedLetter("b");
        String third = api.failedLetter("c");
        api.clock.forward(Duration.ofDays(8));
        String fresh = api.failedLetter("c");

        assertCounts(
                api.post(
                        "/dlq/bulk/archive",
                        "{\"ids\":[\"" + first + "\"],\"strategy\":\"discard\",\"notes\":\"old\"}"),
                200,
                Map.of("archived", 1, "skipped", 0));
        assertCounts(
                api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"b\"}}"), 200, Map.of("archived", 1));
        assertCounts(
                api.post("/dlq/bulk/archive", "{\"olderThan\":\"7d\",\"status\":\"FAILED\"}"),
                200,
                Map.of("archived", 1));
        assertThat(ApiUnderTest.<String>read(api.get("/dlq/" + first), "$.resolution.strategy"))
                .isEqualTo("discard");
        assertThat(api.status(second)).isEqualTo("ARCHIVED");
        assertThat(api.status(third)).isEqualTo("ARCHIVED");
        assertThat(api.status(fresh)).isEqualTo("FAILED");
    }

    @Test
    void by_age_alone_only_resolved_letters_are_archived() {
        api.redrive.handle("done", letter -> {});
        String failed = api.failedLetter("orders");
        String resolved = api.failedLetter("done");
        api.post("/dlq/" + resolved + "/retry");
        api.clock.forward(Duration.ofDays(8));

        assertCounts(api.post("/dlq/bulk/archive", "{\"olderThan\":\"7d\"}"), 200, Map.of("archived", 1));

        assertThat(api.status(resolved)).isEqualTo("ARCHIVED");
        assertThat(api.status(failed)).isEqualTo("FAILED");
    }

    @Test
    void archived_letters_are_deleted_once_they_were_archived_long_enough() {
        for (int i = 0; i < 600; i++) api.failedLetter("old");
        api.clock.forward(Duration.ofDays(1));
        api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"old\"}}");
        String open = api.failedLetter("open");
        String late = api.failedLetter("late");
        api.clock.forward(Duration.ofDays(31));
        api.post("/dlq/" + late + "/archive");

        MockHttpServletResponse response = api.send(delete("/dlq/bulk/archived?olderThan=30d"));

        assertCounts(response, 200, Map.of("deleted", 600));
        assertThat(api.status(open)).isEqualTo("FAILED");
        assertThat(api.status(late)).isEqualTo("ARCHIVED");
        assertThat(api.audited).last().isEqualTo("jo bulk delete archived, older than 30d 600");
    }

    @Test
    void what_was_deleted_before_the_store_went_away_is_on_record() {
        for (int i = 0; i < 3; i++) api.failedLetter("old");
        api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"old\"}}");
        api.clock.forward(Duration.ofDays(31));
        api.store.goAwayAfterOrders(2);

        assertProblem(api.send(delete("/dlq/bulk/archived?olderThan=30d")), 503);

        assertThat(api.audited).last().isEqualTo("jo bulk delete archived, older than 30d 2");
    }

    @Test
    void without_an_age_the_whole_archive_is_deleted_and_the_answer_says_so() {
        api.post("/dlq/" + api.failedLetter("a") + "/archive");
        api.clock.forward(Duration.ofSeconds(1));

        MockHttpServletResponse response = api.send(delete("/dlq/bulk/archived"));

        assertCounts(response, 200, Map.of("matched", 1, "deleted", 1));
        assertThat(ApiUnderTest.<String>read(response, "$.olderThan")).isEqualTo("0s");
    }

    @Test
    void a_dry_run_counts_what_was_archived_long_enough_and_deletes_nothing() {
        String old = api.failedLetter("old");
        String late = api.failedLetter("late");
        api.post("/dlq/" + old + "/archive");
        api.clock.forward(Duration.ofDays(31));
        api.post("/dlq/" + late + "/archive");
        api.audited.clear();

        MockHttpServletResponse response = api.send(delete("/dlq/bulk/archived?olderThan=30d&dryRun=true"));

        assertCounts(response, 200, Map.of("matched", 1, "deleted", 0));
        assertThat(ApiUnderTest.<Boolean>read(response, "$.matchedIsLowerBound"))
                .isFalse();
        assertThat(api.status(old)).isEqualTo("ARCHIVED");
        assertThat(api.audited).isEmpty();
        assertProblem(api.send(delete("/dlq/bulk/archived?olderThan=30d&dryRun=maybe")), 400, "true or false");
    }

    @Test
    void a_dry_run_looks_at_so_many_archived_letters_and_says_when_there_are_more() {
        String lines = (ApiUnderTest.letter("old", "T", "m") + "\n").repeat(10_001);
        api.send(ApiUnderTest.post("/dlq", lines, "application/x-ndjson"));
        api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"old\"}}");
        api.clock.forward(Duration.ofDays(31));

        MockHttpServletResponse response = api.send(delete("/dlq/bulk/archived?olderThan=30d&dryRun=true"));

        assertCounts(response, 200, Map.of("matched", 10_000, "deleted", 0));
        assertThat(ApiUnderTest.<Boolean>read(response, "$.matchedIsLowerBound"))
                .isTrue();
    }

    @Test
    void ids_in_the_body_of_a_bulk_deletion_are_refused_instead_of_all_letters_deleted() {
        String archived = api.failedLetter("a");
        api.post("/dlq/" + archived + "/archive");
        api.clock.forward(Duration.ofSeconds(1));

        MockHttpServletResponse response = api.send(
                delete("/dlq/bulk/archived").contentType("application/json").content("{\"ids\":[]}"));

        assertProblem(response, 400, "no body");
        assertThat(api.status(archived)).isEqualTo("ARCHIVED");
    }

    @Test
    void an_age_must_be_given() {
        assertProblem(api.send(delete("/dlq/bulk/archived?olderThan=")), 400, "olderThan=30d");
        assertProblem(api.send(delete("/dlq/bulk/archived?olderThan=1d&olderThan=2d")), 400, "olderThan=30d");
        assertProblem(api.send(delete("/dlq/bulk/archived?olderThan=old")), 400);
        assertProblem(api.send(delete("/dlq/bulk/archived?olderThan=1d&all=true")), 400, "known are olderThan, dryRun");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "5",
                "{}",
                "{\"filterCriteria\":{}}",
                "{\"filterCriteria\":[]}",
                "{\"filterCriteria\":{\"colour\":\"red\"}}",
                "{\"filterCriteria\":{\"status\":\"\"}}",
                "{\"filterCriteria\":{\"status\":{}}}",
                "{\"filterCriteria\":{\"status\":[null]}}",
                "{\"filterCriteria\":{\"status\":\"lost\"}}",
                "{\"filterCriteria\":{\"maxAge\":\"x\"}}",
                "{\"filterCriteria\":{\"channel\":\"a\"},\"ids\":[]}",
                "{\"ids\":\"x\"}",
                "{\"ids\":[\"x\"]}",
                "{\"ids\":[5]}",
                "{\"ids\":[null]}",
                "{\"colour\":1}",
                "{\"dryRun\":\"x\",\"filterCriteria\":{\"channel\":\"a\"}}"
            })
    void a_bad_order_is_400_and_changes_nothing(String json) {
        String id = api.failedLetter("a");

        assertProblem(api.post("/dlq/bulk/archive", json), 400);

        assertThat(api.status(id)).isEqualTo("FAILED");
        assertThat(api.audited).isEmpty();
    }

    @Test
    void other_types_are_415() {
        assertProblem(api.send(ApiUnderTest.post("/dlq/bulk/archive", "x", "text/plain")), 415);
        assertProblem(api.post("/dlq/bulk/archive"), 415);
    }

    @Test
    void a_caller_limited_to_channels_moves_no_others() {
        String own = api.failedLetter("orders.eu");
        String foreign = api.failedLetter("payments");
        api.as(Role.ADMIN, "orders.*");

        assertProblem(
                api.post("/dlq/bulk/archive", "{\"ids\":[\"" + own + "\",\"" + foreign + "\"]}"), 403, "payments");
        assertThat(api.status(own)).isEqualTo("FAILED");
        assertCounts(
                api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"status\":\"FAILED\"}}"),
                200,
                Map.of("archived", 1));
        assertThat(api.status(foreign)).isEqualTo("FAILED");
        api.clock.forward(Duration.ofDays(2));
        assertThat(ApiUnderTest.<Integer>read(api.send(delete("/dlq/bulk/archived?olderThan=1d")), "$.deleted"))
                .isEqualTo(1);
    }

    // Restoring

    @Test
    void a_bulk_archive_is_undone_in_one_call() {
        String failed = api.failedLetter("orders");
        String other = api.failedLetter("bills");
        MockHttpServletResponse archived =
                api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"orders\"}}");
        var unused = api.post("/dlq/bulk/archive", "{\"ids\":[\"" + other + "\"],\"strategy\":\"discard\"}");
        String action = ApiUnderTest.read(archived, "$.action");

        assertCounts(
                api.post("/dlq/bulk/restore", "{\"action\":\"" + action + "\"}"),
                200,
                Map.of("restored", 1, "skipped", 0, "notFound", 0));

        assertThat(api.status(failed)).isEqualTo("FAILED");
        assertThat(api.status(other)).isEqualTo("ARCHIVED");
        assertThat(api.audited).last().isEqualTo("jo bulk restore bulk action " + action + " 1");
    }

    @Test
    void a_bulk_archive_is_undone_part_by_part() {
        String lines = (ApiUnderTest.letter("orders", "T", "m") + "\n").repeat(5);
        api.send(ApiUnderTest.post("/dlq", lines, "application/x-ndjson"));
        String action = ApiUnderTest.read(
                api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"orders\"}}"), "$.action");

        MockHttpServletResponse first = api.post("/dlq/bulk/restore", "{\"action\":\"" + action + "\",\"limit\":3}");
        String next = ApiUnderTest.read(first, "$.next");
        MockHttpServletResponse second =
                api.post("/dlq/bulk/restore", "{\"action\":\"" + action + "\",\"limit\":3,\"after\":\"" + next + "\"}");

        assertCounts(first, 200, Map.of("restored", 3, "skipped", 0));
        assertCounts(second, 200, Map.of("restored", 2, "skipped", 0));
        assertThat(ApiUnderTest.body(second)).contains("\"next\":null");
    }

    @Test
    void letters_are_restored_by_their_ids() {
        String archived = api.failedLetter("orders");
        String open = api.failedLetter("orders");
        var unused = api.post("/dlq/" + archived + "/archive", "{}");

        assertCounts(
                api.post("/dlq/bulk/restore", "{\"ids\":[\"" + archived + "\",\"" + open + "\",\"" + UNKNOWN + "\"]}"),
                200,
                Map.of("restored", 1, "skipped", 1, "notFound", 1));
        assertThat(api.status(archived)).isEqualTo("FAILED");
    }

    @Test
    void what_is_to_be_restored_is_said_once() {
        for (String body : List.of(
                "{}", "{\"ids\":[],\"action\":\"" + UNKNOWN + "\"}", "{\"all\":true}", "{\"ids\":[],\"limit\":3}"))
            assertThat(api.post("/dlq/bulk/restore", body).getStatus()).as(body).isEqualTo(400);
    }

    @Test
    void a_caller_undoes_only_what_is_in_their_channels() {
        String mine = api.failedLetter("orders");
        String theirs = api.failedLetter("bills");
        String action = ApiUnderTest.read(
                api.post("/dlq/bulk/archive", "{\"ids\":[\"" + mine + "\",\"" + theirs + "\"]}"), "$.action");

        assertCounts(
                api.as(dev.redrive.server.caller.Role.OPERATOR, "orders")
                        .post("/dlq/bulk/restore", "{\"action\":\"" + action + "\"}"),
                200,
                Map.of("restored", 1, "skipped", 1));
        assertThat(api.as(dev.redrive.server.caller.Role.ADMIN).status(theirs)).isEqualTo("ARCHIVED");
    }
}
