package dev.redrive.server.replays;

import static dev.redrive.server.replays.ReplayServer.assertProblem;
import static dev.redrive.server.replays.ReplayServer.body;
import static dev.redrive.server.replays.ReplayServer.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.caller.Role;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

@Timeout(60)
class ReplaysApiTest {
    private static final String UNKNOWN = "0195a3c4-5d6e-7f80-8123-456789abcdef";

    private final ReplayServer server = new ReplayServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_plan_says_what_was_found_and_sends_nothing() {
        String first = server.letter("good.orders");
        server.letter("good.orders");
        server.letter("good.bills");

        MockHttpServletResponse response = server.post("/dlq/replays", """
                {"filterCriteria": {"channels": ["good.*"]}, "batchSize": 50, "steps": [1, 10], "notes": "after the fix"}
                """);

        assertThat(response.getStatus()).isEqualTo(201);
        String id = read(response, "$.id");
        assertThat(response.getHeader("Location")).isEqualTo("/dlq/replays/" + id);
        assertThat(ReplayServer.<Map<String, Object>>read(response, "$"))
                .containsKeys("reason", "startedAt", "endedAt", "wakesAt", "report")
                .containsEntry("state", "PLANNED")
                .containsEntry("createdBy", "jo");
        assertThat(ReplayServer.<Integer>read(response, "$.plan.count")).isEqualTo(3);
        assertThat(ReplayServer.<List<Object>>read(response, "$.progress.steps"))
                .containsExactly(1, 10);
        assertThat(ReplayServer.<Integer>read(response, "$.progress.planned")).isEqualTo(3);
        assertThat(ReplayServer.<Map<String, Object>>read(response, "$.options"))
                .containsEntry("batchSize", 50)
                .containsEntry("notes", "after the fix");
        assertThat(server.status(first)).isEqualTo("FAILED");
        assertThat(server.audited).containsExactly("jo replay plan " + id + ": channels good.* 3");
    }

    @Test
    void the_form_with_reprocessing_options_is_understood() {
        server.letter("good.a");

        String id = server.planned("""
                {"reprocessingOptions": {"batchSize": 100, "concurrency": 5,
                   "filterCriteria": {"errorTypes": ["java.lang.IllegalArgumentException"], "maxAge": "24h",
                                      "minRetryCount": 0, "maxRetryCount": 5},
                   "prioritization": {"orderBy": "createdAt", "direction": "asc"}},
                 "start": false}
                """);

        assertThat(ReplayServer.<Map<String, Object>>read(server.replay(id), "$.options"))
                .containsEntry("concurrency", 5)
                .doesNotContainKey("reprocessingOptions");
        assertThat(ReplayServer.<Integer>read(server.replay(id), "$.plan.count"))
                .isEqualTo(1);
    }

    @Test
    void a_secret_that_was_searched_for_finds_its_letters_and_is_not_kept() {
        try (ReplayServer redacting = new ReplayServer("redrive: { redaction: [ { pattern: card-number } ] }")) {
            // Captured before there was a rule.
            redacting.store.capture(List.of(new LetterBuilder(new LetterIds(redacting.clock))
                    .from("good.a")
                    .saying("{\"card\":\"4111111111111111\"}")
                    .status(LetterStatus.FAILED)
                    .build()));
            redacting.letter("good.a");

            MockHttpServletResponse response = redacting.post("/dlq/replays", """
                    {"filterCriteria": {"q": "4111111111111111"}, "notes": "card 4111111111111111", "ratePerSecond": 5}""");

            assertThat(ReplayServer.<Integer>read(response, "$.plan.count")).isEqualTo(1);
            assertThat(ReplayServer.<String>read(response, "$.options.filterCriteria.q"))
                    .isEqualTo("***");
            assertThat(ReplayServer.<String>read(response, "$.options.notes")).isEqualTo("card ***");
            assertThat(ReplayServer.<Integer>read(response, "$.options.ratePerSecond"))
                    .isEqualTo(5);
            String id = read(response, "$.id");
            assertThat(redacting
                            .store
                            .replays()
                            .find(ReplayId.of(id))
                            .orElseThrow()
                            .asked()
                            .text())
                    .doesNotContain("4111");
        }
    }

    @Test
    void what_others_wrote_into_a_request_is_masked_for_those_from_whom_something_is_masked() {
        try (ReplayServer masking = new ReplayServer("redrive: { access: { mask: [ $.card ] } }")) {
            masking.letter("good.a");
            String id = masking.planned("""
                    {"filterCriteria": {"channel": "good.a", "q": "n"}, "notes": "mine"}""");

            MockHttpServletResponse seen = masking.as(Role.VIEWER).replay(id);

            assertThat(ReplayServer.<String>read(seen, "$.options.filterCriteria.q"))
                    .isEqualTo("***");
            assertThat(ReplayServer.<String>read(seen, "$.options.notes")).isEqualTo("***");
            assertThat(ReplayServer.<String>read(seen, "$.options.filterCriteria.channel"))
                    .isEqualTo("good.a");
        }
    }

    @Test
    void a_dry_run_keeps_nothing() {
        server.letter("good.a");

        MockHttpServletResponse response =
                server.post("/dlq/replays", "{\"filterCriteria\":{\"channel\":\"good.a\"},\"dryRun\":true}");

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getHeader("Location")).isNull();
        assertThat(ReplayServer.<Object>read(response, "$.id")).isNull();
        assertThat(ReplayServer.<Integer>read(response, "$.plan.count")).isEqualTo(1);
        assertThat(ReplayServer.<List<Object>>read(server.get("/dlq/replays"), "$.items"))
                .isEmpty();
        assertThat(server.audited).isEmpty();
    }

    @Test
    void it_runs_to_its_report() {
        String good = server.letter("good.a");
        String bad = server.letter("bad.a");

        String id = server.planned("{\"filterCriteria\":{\"status\":\"FAILED\"},\"start\":true}");
        MockHttpServletResponse done = server.when(id, "DONE");

        assertThat(ReplayServer.<Map<String, Object>>read(done, "$.report"))
                .containsEntry("matched", 2)
                .containsEntry("replayed", 2)
                .containsEntry("resolved", 1)
                .containsEntry("failed", 1)
                .containsKeys("cameBack", "sent", "skipped", "cancelled", "durationMillis", "ratePerSecond");
        assertThat(server.status(good)).isEqualTo("RESOLVED");
        assertThat(server.status(bad)).isEqualTo("FAILED");
        assertThat(server.audited)
                .containsExactly("jo replay plan " + id + ": status FAILED 2", "jo replay start " + id + " 0");
    }

    @Test
    void it_is_started_paused_resumed_and_cancelled_and_again_is_as_good_as_once() {
        for (int i = 0; i < 3; i++) server.letter("good.a");
        String id = server.planned("{\"filterCriteria\":{\"channel\":\"good.a\"},\"steps\":[1]}");

        assertThat(server.post("/dlq/replays/" + id + "/start").getStatus()).isEqualTo(200);
        server.when(id, "PAUSED");
        assertThat(server.post("/dlq/replays/" + id + "/pause").getStatus()).isEqualTo(200);
        assertProblem(server.post("/dlq/replays/" + id + "/start"), 409, "PAUSED");
        assertThat(ReplayServer.<String>read(server.post("/dlq/replays/" + id + "/start"), "$.state"))
                .isEqualTo("PAUSED");
        assertThat(server.post("/dlq/replays/" + id + "/cancel", "{}").getStatus())
                .isEqualTo(200);
        server.when(id, "CANCELLED");
        assertThat(server.post("/dlq/replays/" + id + "/cancel").getStatus()).isEqualTo(200);
        assertProblem(server.post("/dlq/replays/" + id + "/resume"), 409, "CANCELLED");

        assertThat(ReplayServer.<Map<String, Object>>read(server.replay(id), "$.report"))
                .containsEntry("resolved", 1)
                .containsEntry("cancelled", 2);
        assertThat(server.audited).hasSize(3).element(2).isEqualTo("jo replay cancel " + id + " 0");
    }

    @Test
    void a_command_has_no_other_fields() {
        server.letter("good.a");
        String id = server.planned("{\"filterCriteria\":{\"channel\":\"good.a\"}}");

        assertProblem(server.post("/dlq/replays/" + id + "/start", "{\"rate\":5}"), 400, "rate");
        assertThat(server.post("/dlq/replays/" + id + "/explode").getStatus()).isEqualTo(404);
        assertThat(ReplayServer.<String>read(server.replay(id), "$.state")).isEqualTo("PLANNED");
    }

    @Test
    void replays_are_listed_newest_first_page_by_page_and_by_state() {
        server.letter("good.a");
        String first = server.planned("{\"filterCriteria\":{\"channel\":\"good.a\"}}");
        server.clock.forward(Duration.ofSeconds(1));
        String second = server.planned("{\"filterCriteria\":{\"channel\":\"good.a\"}}");
        server.post("/dlq/replays/" + first + "/cancel");
        server.when(first, "CANCELLED");

        MockHttpServletResponse page = server.get("/dlq/replays?limit=1");
        assertThat(ReplayServer.<List<String>>read(page, "$.items[*].id")).containsExactly(second);
        String next = read(page, "$.nextCursor");
        assertThat(ReplayServer.<List<String>>read(server.get("/dlq/replays?cursor=" + next), "$.items[*].id"))
                .containsExactly(first);
        assertThat(ReplayServer.<List<String>>read(server.get("/dlq/replays?state=planned,DONE"), "$.items[*].id"))
                .containsExactly(second);
        assertProblem(server.get("/dlq/replays?state=odd"), 400, "PLANNED");
        assertProblem(server.get("/dlq/replays?colour=red"), 400, "colour");
        assertProblem(server.get("/dlq/replays?limit=0"), 400, "limit");
        assertProblem(server.get("/dlq/replays?cursor=x"), 400, "UUID");
    }

    @Test
    void what_is_not_there_is_404() {
        assertProblem(server.get("/dlq/replays/" + UNKNOWN), 404, UNKNOWN);
        assertProblem(server.get("/dlq/replays/" + UNKNOWN + "/ledger"), 404, UNKNOWN);
        assertProblem(server.post("/dlq/replays/" + UNKNOWN + "/start"), 404, UNKNOWN);
        assertProblem(server.get("/dlq/replays/x"), 400, "UUID");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                                                        | empty",
                "{}                                                      | say which letters",
                "[]                                                      | object",
                "{\"ids\":[],\"cause\":\"" + UNKNOWN + "\"}              | say which letters",
                "{\"cause\":\"x\"}                                       | UUID",
                "{\"colour\":1}                                          | no colour here",
                "{\"reprocessingOptions\":{\"colour\":1}}                | no colour here",
                "{\"reprocessingOptions\":5}                             | must be an object",
                "{\"filterCriteria\":{\"colour\":\"red\"}}               | no colour here",
                "{\"filterCriteria\":{\"status\":\"RESOLVED\"}}          | cannot be replayed",
                "{\"ids\":[\"x\"]}                                       | ids[0]",
                "{\"cause\":\"%s\",\"batchSize\":0}                      | batchSize must be between 1 and 1000",
                "{\"cause\":\"%s\",\"batchSize\":1001}                   | batchSize must be between 1 and 1000",
                "{\"cause\":\"%s\",\"batchSize\":1,\"reprocessingOptions\":{\"batchSize\":2}} | batchSize is given twice",
                "{\"cause\":\"%s\",\"concurrency\":65}                   | concurrency must be between 1 and 64",
                "{\"cause\":\"%s\",\"ratePerSecond\":0}                  | ratePerSecond must be between 0.001",
                "{\"cause\":\"%s\",\"ratePerSecond\":\"5\"}              | ratePerSecond must be a number",
                "{\"cause\":\"%s\",\"ratePerSecond\":1e400}              | ratePerSecond must be between",
                "{\"cause\":\"%s\",\"steps\":[1,0]}                      | steps[1] must be between 1",
                "{\"cause\":\"%s\",\"steps\":[1,null]}                   | steps[1]",
                "{\"cause\":\"%s\",\"stepPause\":\"5s\"}                 | without steps",
                "{\"cause\":\"%s\",\"steps\":[1],\"stepPause\":\"soon\"} | not a duration",
                "{\"cause\":\"%s\",\"steps\":[1],\"stepPause\":\"0s\"}   | more than 0",
                "{\"cause\":\"%s\",\"stopWhenFailing\":1.5}              | stopWhenFailing must be between 0 and 1",
                "{\"cause\":\"%s\",\"stopWindow\":0}                     | stopWindow must be between 1",
                "{\"cause\":\"%s\",\"offPeak\":{}}                       | at least one hour",
                "{\"cause\":\"%s\",\"offPeak\":{\"hours\":[24]}}         | offPeak.hours[0]",
                "{\"cause\":\"%s\",\"offPeak\":{\"hours\":[2],\"zone\":\"Mars\"}} | time zone",
                "{\"cause\":\"%s\",\"offPeak\":{\"days\":[2]}}           | offPeak.days",
                "{\"cause\":\"%s\",\"onlyWhile\":{\"cpuBelow\":2}}       | onlyWhile.cpuBelow",
                "{\"cause\":\"%s\",\"onlyWhile\":{\"diskBelow\":1}}      | onlyWhile.diskBelow",
                "{\"cause\":\"%s\",\"prioritization\":{\"orderBy\":\"size\"}} | prioritization.orderBy must be one of",
                "{\"cause\":\"%s\",\"prioritization\":{\"direction\":\"up\"}} | asc or desc",
                "{\"cause\":\"%s\",\"target\":\"nowhere\"}               | no target \"nowhere\"",
                "{\"cause\":\"%s\",\"validate\":true}                    | no channel has a schema",
                "{\"cause\":\"%s\",\"validate\":\"yes\"}                 | validate must be true or false",
                "{\"cause\":\"%s\",\"transform\":[]}                     | transform must be an object",
                "{\"cause\":\"%s\",\"transform\":{\"jslt\":\"{{\"}}      | jslt",
                "{\"cause\":\"%s\",\"samples\":21}                       | samples must be between 1 and 20"
            })
    void a_bad_request_is_400_and_says_why(String json, String why) {
        server.letter("good.a");
        String sent = json == null ? "" : json.replace("%s", UNKNOWN);

        assertProblem(server.post("/dlq/replays", sent), 400, why);
        assertProblem(server.post("/dlq/bulk/retry", sent), 400, why);

        assertThat(server.audited).isEmpty();
        assertThat(ReplayServer.<List<Object>>read(server.get("/dlq/replays"), "$.items"))
                .isEmpty();
    }

    @Test
    void a_body_that_is_too_large_or_not_json_is_refused() {
        assertProblem(server.post("/dlq/replays", "{\"notes\":\"" + "x".repeat(1 << 20) + "\"}"), 413, "bytes");
        assertProblem(
                server.send(MockMvcRequestBuilders.post("/dlq/replays")
                        .contentType("text/plain")
                        .content("x")),
                415,
                "application/json");
    }

    @Test
    void only_a_few_plan_at_the_same_time() {
        server.letter("good.a");
        String body = "{\"filterCriteria\":{\"channel\":\"good.a\"}}";
        for (int i = 0; i < 4; i++) server.planning.enter();

        MockHttpServletResponse refused = server.post("/dlq/replays", body);
        assertProblem(refused, 429, "try again");
        assertThat(refused.getHeader("Retry-After")).isNotBlank();
        assertProblem(server.post("/dlq/replays/preview", body), 429, "try again");

        server.planning.leave();
        assertThat(server.post("/dlq/replays", body).getStatus()).isEqualTo(201);
        assertThat(server.post("/dlq/replays", body).getStatus())
                .as("the place was given back")
                .isEqualTo(201);
    }

    @Test
    void of_many_ids_only_the_first_are_stored_with_the_request() {
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < 150; i++)
            ids.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(server.letter("good.a"))
                    .append('"');

        String id = server.planned("{\"ids\":[" + ids + "]}");

        assertThat(ReplayServer.<List<Object>>read(server.replay(id), "$.options.ids"))
                .hasSize(100);
        assertThat(ReplayServer.<Integer>read(server.replay(id), "$.options.idsInAll"))
                .isEqualTo(150);
        assertThat(ReplayServer.<Integer>read(server.replay(id), "$.plan.count"))
                .isEqualTo(150);
    }

    @Test
    void a_caller_limited_to_channels_plans_sees_and_controls_no_others() {
        String own = server.letter("good.eu");
        String foreign = server.letter("good.us");
        String all = server.planned("{\"filterCriteria\":{\"channel\":\"good.*\"}}");
        String theirs = server.planned("{\"filterCriteria\":{\"channel\":\"good.eu\"}}");
        server.as(Role.OPERATOR, "good.eu");

        assertThat(ReplayServer.<List<String>>read(server.get("/dlq/replays"), "$.items[*].id"))
                .containsExactly(theirs);
        assertThat(server.replay(theirs).getStatus()).isEqualTo(200);
        assertProblem(server.replay(all), 404, all);
        assertProblem(server.get("/dlq/replays/" + all + "/ledger"), 404, all);
        assertProblem(server.post("/dlq/replays/" + all + "/start"), 404, all);
        assertProblem(server.post("/dlq/replays", "{\"ids\":[\"" + own + "\",\"" + foreign + "\"]}"), 403, "good.us");
        assertProblem(server.post("/dlq/replays", "{\"filterCriteria\":{\"channel\":\"good.us\"}}"), 403, "good.us");

        String planned = server.planned("{\"filterCriteria\":{\"status\":\"FAILED\"}}");
        assertThat(ReplayServer.<List<String>>read(server.replay(planned), "$.plan.channels[*].name"))
                .containsExactly("good.eu");
        String nothing = server.planned("{\"filterCriteria\":{\"status\":\"MANUAL\"}}");
        assertThat(server.replay(nothing).getStatus()).as("their own").isEqualTo(200);
    }

    @Test
    void a_caller_limited_to_channels_sends_to_no_target_of_others() {
        server.letter("good.eu");
        server.as(Role.OPERATOR, "good.eu");
        String chosen = "{\"filterCriteria\":{\"channel\":\"good.eu\"},\"target\":\"";

        assertProblem(server.post("/dlq/replays", chosen + "bad.*\"}"), 403, "bad.*");
        assertThat(server.post("/dlq/replays", chosen + "debug\"}").getStatus()).isEqualTo(201);
    }

    @Test
    void a_replay_goes_to_another_target_when_asked() {
        String id = server.letter("bad.a");

        String replay = server.planned("{\"ids\":[\"" + id + "\"],\"target\":\"debug\",\"start\":true}");

        assertThat(ReplayServer.<Integer>read(server.when(replay, "DONE"), "$.report.resolved"))
                .as(body(server.replay(replay)))
                .isEqualTo(1);
        assertThat(server.status(id)).isEqualTo("RESOLVED");
    }
}
