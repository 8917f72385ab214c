package dev.redrive.endtoend.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people do with replays, on the packaged server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayTest {
    private static final String SCHEMA = """
            {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "maximum": 1}}}
            """;

    private final Service shop = new Service(request -> request.path().equals("/broken") ? 422 : 204);
    private ServerProcess server;
    private ReplayedLetters letters;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("order.json"), SCHEMA);
        server = Launch.in(folder)
                .settings(
                        """
                redrive:
                  targets:
                    debug: { http: { url: "%s" } }
                  channels:
                    - { match: "broken*", target: { http: { url: "%s" } } }
                    - { match: "checked", schema: order.json, target: { http: { url: "%s" } } }
                    - { match: "*", target: { http: { url: "%s" } } }
                """.formatted(shop.url("/debug"), shop.url("/broken"), shop.url("/checked"), shop.url("/shop")))
                .serve();
        letters = new ReplayedLetters(server.api());
    }

    @AfterAll
    void stop() {
        server.close();
        shop.close();
    }

    private List<String> bodies(String path) {
        return shop.received().stream()
                .filter(request -> request.path().equals(path))
                .map(Service.Received::body)
                .toList();
    }

    @Test
    void exactly_the_planned_letters_go_out_and_the_report_says_so() {
        letters.capture("orders", 300);
        JsonNode planned = letters.plan("""
                {"reprocessingOptions": {"batchSize": 50, "concurrency": 5,
                    "filterCriteria": {"errorTypes": ["BadOrder"], "channel": "orders", "maxAge": "24h"},
                    "prioritization": {"orderBy": "createdAt", "direction": "asc"}}}
                """);
        letters.capture("orders", 5);
        String id = planned.path("id").asString();

        server.api().post("/dlq/replays/" + id + "/start").expect(200);
        server.api().post("/dlq/replays/" + id + "/start").expect(200);
        JsonNode done = letters.await(id, "DONE");

        assertThat(planned.path("state").asString()).isEqualTo("PLANNED");
        assertThat(planned.path("plan").path("count").asInt()).isEqualTo(300);
        assertThat(done.path("report").path("matched").asInt()).isEqualTo(300);
        assertThat(done.path("report").path("resolved").asInt()).isEqualTo(300);
        assertThat(letters.ledger(id))
                .hasSize(300)
                .allSatisfy((letter, line) ->
                        assertThat(line.path("state").asString()).isEqualTo("RESOLVED"));
        assertThat(letters.letters("orders"))
                .filteredOn(letter -> letter.path("status").asString().equals("MANUAL"))
                .hasSize(5);
        server.api().post("/dlq/replays/" + id + "/pause").expect(409);
        assertThat(server.api().get("/dlq/replays").expect(200).body()).contains(id);
    }

    @Test
    void a_dry_run_sends_and_keeps_nothing() {
        letters.capture("looked-at", 3);

        JsonNode shown = server.api()
                .post("/dlq/replays", "{\"filterCriteria\": {\"channel\": \"looked-at\"}, \"dryRun\": true}")
                .expect(200)
                .json();

        assertThat(shown.path("plan").path("count").asInt()).isEqualTo(3);
        assertThat(shown.path("id").isNull()).isTrue();
        assertThat(letters.letters("looked-at"))
                .allMatch(letter -> letter.path("status").asString().equals("MANUAL"));
    }

    @Test
    void steps_wait_for_confirmation_and_a_failing_step_stops() {
        letters.capture("stepwise", 20);
        String good = letters.start("{\"filterCriteria\": {\"channel\": \"stepwise\"}, \"steps\": [1, 10]}");
        JsonNode first = letters.await(good, "PAUSED");
        server.api().post("/dlq/replays/" + good + "/resume").expect(200);
        JsonNode second = Await.until(
                "the second step",
                Await.TIMEOUT,
                () -> letters.replay(good),
                replay ->
                        replay.path("state").asString().equals("PAUSED") && ReplayedLetters.count(replay, "step") == 2);
        server.api().post("/dlq/replays/" + good + "/resume").expect(200);
        letters.await(good, "DONE");
        letters.capture("broken", 20);
        String bad =
                letters.start("{\"filterCriteria\": {\"channel\": \"broken\"}, \"steps\": [2], \"stepPause\": \"1s\"}");
        JsonNode stopped = letters.await(bad, "STOPPED");

        assertThat(ReplayedLetters.count(first, "resolved")).isEqualTo(1);
        assertThat(ReplayedLetters.count(second, "resolved")).isEqualTo(11);
        assertThat(stopped.path("reason").asString()).contains("2 sent, 2 failed");
        assertThat(ReplayedLetters.count(stopped, "planned")).isEqualTo(18);
        server.api().post("/dlq/replays/" + bad + "/cancel").expect(200);
        assertThat(ReplayedLetters.count(letters.await(bad, "CANCELLED"), "cancelled"))
                .isEqualTo(18);
    }

    @Test
    void letters_are_changed_on_the_way_and_keep_their_original() {
        letters.capture("changed", 2);
        String transform = "\"transform\": {\"jslt\": \"{\\\"n\\\": .n + 9007199254740993, \\\"was\\\": .n}\"}";

        JsonNode preview = server.api()
                .post("/dlq/replays/preview", "{\"filterCriteria\": {\"channel\": \"changed\"}, " + transform + "}")
                .expect(200)
                .json();
        String id = letters.start("{\"filterCriteria\": {\"channel\": \"changed\"}, " + transform + "}");
        letters.await(id, "DONE");

        assertThat(preview.toString()).contains("9007199254740993").contains("differences");
        assertThat(bodies("/shop")).contains("{\"n\":9007199254740993,\"was\":0}");
        JsonNode letter = letters.letters("changed").get(0);
        JsonNode whole = server.api().letter(letter.path("id").asString());
        assertThat(whole.path("version").asInt()).isEqualTo(1);
    }

    @Test
    void letters_that_do_not_fit_their_schema_stay() {
        letters.capture("checked", 4);

        String id = letters.start("{\"filterCriteria\": {\"channel\": \"checked\"}, \"validate\": true}");
        JsonNode done = letters.await(id, "DONE");

        assertThat(ReplayedLetters.count(done, "resolved")).isEqualTo(2);
        assertThat(ReplayedLetters.count(done, "skipped")).isEqualTo(2);
        Map<String, JsonNode> ledger = letters.ledger(id);
        assertThat(ledger.values())
                .filteredOn(line -> line.path("state").asString().equals("SKIPPED"))
                .allSatisfy(line -> assertThat(line.path("why").asString()).contains("/n"));
    }

    @Test
    void letters_can_be_sent_elsewhere() {
        letters.capture("elsewhere", 3);

        letters.await(
                letters.start("{\"filterCriteria\": {\"channel\": \"elsewhere\"}, \"target\": \"debug\"}"), "DONE");

        assertThat(bodies("/debug")).hasSize(3);
        assertThat(server.api()
                        .post(
                                "/dlq/replays",
                                "{\"filterCriteria\": {\"channel\": \"elsewhere\"}, \"target\": \"nowhere\"}")
                        .expect(400)
                        .body())
                .contains("nowhere");
    }

    @Test
    void retrying_many_is_a_replay_that_has_started() {
        letters.capture("many", 7);
        JsonNode accepted = server.api()
                .post("/dlq/bulk/retry", "{\"filterCriteria\": {\"channel\": \"many\"}}")
                .expect(202)
                .json();

        JsonNode done = letters.await(accepted.path("id").asString(), "DONE");

        assertThat(ReplayedLetters.count(done, "resolved")).isEqualTo(7);
        assertThat(server.api().get("/actuator/prometheus").expect(200).body()).contains("dlq_replay_success_total");
    }

    @Test
    void a_single_retry_and_a_replay_never_send_a_letter_twice() {
        letters.capture("contended", 60);
        String id = letters.plan("{\"filterCriteria\": {\"channel\": \"contended\"}}")
                .path("id")
                .asString();
        List<String> ids = letters.letters("contended").stream()
                .map(letter -> letter.path("id").asString())
                .toList();

        server.api().post("/dlq/replays/" + id + "/start").expect(200);
        for (String letter : ids) {
            var unused = server.api().post("/dlq/" + letter + "/retry");
        }
        letters.await(id, "DONE");

        Map<String, Long> times = new java.util.HashMap<>();
        shop.received().stream()
                .filter(request -> ids.contains(request.header("redrive-id")))
                .forEach(request -> times.merge(request.header("redrive-id"), 1L, Long::sum));
        assertThat(times)
                .hasSize(60)
                .allSatisfy((letter, count) -> assertThat(count).isEqualTo(1));
    }
}
