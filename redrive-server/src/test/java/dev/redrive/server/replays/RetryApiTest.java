package dev.redrive.server.replays;

import static dev.redrive.server.replays.ReplayServer.assertProblem;
import static dev.redrive.server.replays.ReplayServer.body;
import static dev.redrive.server.replays.ReplayServer.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterId;
import dev.redrive.server.caller.Role;
import dev.redrive.store.decisions.ManualMove;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.mock.web.MockHttpServletResponse;

@Timeout(60)
class RetryApiTest {
    private static final String UNKNOWN = "0195a3c4-5d6e-7f80-8123-456789abcdef";

    private final ReplayServer server = new ReplayServer();

    @AfterEach
    void close() {
        server.close();
    }

    private static void assertAnswer(MockHttpServletResponse response, int status, Map<String, Object> entries) {
        assertThat(response.getStatus()).as(body(response)).isEqualTo(status);
        assertThat(ReplayServer.<Map<String, Object>>read(response, "$")).containsAllEntriesOf(entries);
    }

    @Test
    void a_bulk_retry_is_a_replay_that_has_started() {
        String failed = server.letter("good.a");
        String archived = server.letter("good.a");
        server.redrive.letters().move(LetterId.of(archived), ManualMove.archive("jo", null));

        MockHttpServletResponse response = server.post(
                "/dlq/bulk/retry",
                "{\"ids\":[\"" + failed + "\",\"" + failed + "\",\"" + archived + "\",\"" + UNKNOWN + "\"]}");

        assertAnswer(response, 202, Map.of("matched", 2, "accepted", 1, "skipped", 1, "notFound", 1));
        String id = read(response, "$.id");
        assertThat(response.getHeader("Location")).isEqualTo("/dlq/replays/" + id);
        server.when(id, "DONE");
        assertThat(server.status(failed)).isEqualTo("RESOLVED");
        assertThat(server.status(archived)).isEqualTo("ARCHIVED");
        assertThat(server.audited)
                .containsExactly("jo replay plan " + id + ": 3 ids 1", "jo replay start " + id + " 0");
    }

    @Test
    void letters_are_retried_by_filter_criteria() {
        String old = server.letter("good.a");
        server.clock.forward(Duration.ofHours(25));
        String fresh = server.letter("good.a");

        MockHttpServletResponse response = server.post("/dlq/bulk/retry", """
                {"batchSize": 50, "concurrency": 5, "prioritization": {"orderBy": "createdAt", "direction": "asc"},
                 "filterCriteria": {"errorTypes": ["java.lang.IllegalArgumentException", "Other"], "maxAge": "24h",
                   "minRetryCount": 0, "maxRetryCount": 5}}
                """);

        assertAnswer(response, 202, Map.of("matched", 1, "accepted", 1, "skipped", 0));
        server.when(read(response, "$.id"), "DONE");
        assertThat(server.status(old)).isEqualTo("FAILED");
        assertThat(server.status(fresh)).isEqualTo("RESOLVED");
    }

    @Test
    void a_dry_run_only_shows_the_plan() {
        String id = server.letter("good.a");

        MockHttpServletResponse response =
                server.post("/dlq/bulk/retry", "{\"dryRun\":true,\"filterCriteria\":{\"channel\":\"good.a\"}}");

        assertAnswer(response, 200, Map.of("state", "PLANNED", "matched", 1, "accepted", 0));
        assertThat(ReplayServer.<Object>read(response, "$.id")).isNull();
        assertThat(server.status(id)).isEqualTo("FAILED");
    }

    @Test
    void the_letters_of_a_cause_are_retried_with_or_without_options() {
        server.letter("good.a");
        String id = server.letter("good.a");
        String cause = cause(id);

        assertAnswer(
                server.post("/dlq/causes/" + cause + "/retry", "{\"dryRun\":true,\"ratePerSecond\":100}"),
                200,
                Map.of("matched", 2, "moved", 0));
        MockHttpServletResponse response = server.post("/dlq/causes/" + cause + "/retry");

        assertAnswer(response, 202, Map.of("moved", 2, "skipped", 0));
        assertThat(ReplayServer.<String>read(response, "$.options.anyCause")).isEqualTo(cause);
        server.when(read(response, "$.id"), "DONE");
        assertThat(server.status(id)).isEqualTo("RESOLVED");
    }

    @Test
    void a_cause_that_is_not_there_or_not_theirs_is_404() {
        String cause = cause(server.letter("good.a"));

        assertProblem(server.post("/dlq/causes/" + UNKNOWN + "/retry"), 404, UNKNOWN);
        assertProblem(server.post("/dlq/causes/what/retry"), 404, "what");
        assertProblem(server.post("/dlq/causes/" + cause + "/retry", "{\"ids\":[]}"), 400, "say which letters");
        server.as(Role.OPERATOR, "other");
        assertProblem(server.post("/dlq/causes/" + cause + "/retry"), 404, cause);
        assertThat(ReplayServer.<List<Object>>read(server.get("/dlq/replays"), "$.items"))
                .isEmpty();
    }

    @Test
    void a_limited_caller_retries_their_own_letters_of_a_cause_only() {
        String own = server.letter("good.eu");
        String foreign = server.letter("good.us");
        server.as(Role.OPERATOR, "good.eu");

        MockHttpServletResponse response = server.post("/dlq/causes/" + cause(own) + "/retry");

        assertAnswer(response, 202, Map.of("moved", 1));
        server.when(read(response, "$.id"), "DONE");
        assertThat(server.status(foreign)).isEqualTo("FAILED");
    }

    private String cause(String id) {
        return server.store.find(LetterId.of(id)).orElseThrow().cause().toString();
    }
}
