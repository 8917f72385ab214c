package dev.redrive.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.testing.Await;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole web application, called over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "redrive.store=sqlite:data/actuator-${random.uuid}.db",
            "redrive.kafka.enabled=false",
            "management.endpoints.web.exposure.include=health,metrics,dlq",
            "management.endpoint.health.show-details=always"
        })
class ActuatorTest {
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    @Import(Handlers.class)
    static class Application {}

    static class Handlers {
        @RedriveHandler("actuator.handled")
        void handle(String payload) {}

        @RedriveHandler("actuator.broken")
        void fail(String payload) {
            throw new IllegalArgumentException("amount is still negative");
        }
    }

    @Autowired
    Redrive redrive;

    @Autowired
    MeterRegistry meters;

    @LocalServerPort
    int port;

    @Test
    void the_endpoint_shows_counts_causes_and_the_newest_letters_but_no_payloads() throws Exception {
        LetterId id = TestLetters.invalid(redrive, "actuator.shown", "{\"secret\":4711471147114711}");

        JsonNode shown = json(get("/actuator/dlq"));

        assertThat(shown.path("open").asLong()).isPositive();
        assertThat(shown.path("byStatus").path("FAILED").asLong()).isPositive();
        assertThat(shown.path("openByChannel").path("actuator.shown").asLong()).isEqualTo(1);
        assertThat(shown.path("openByCategory").path("VALIDATION").asLong()).isPositive();
        assertThat(shown.path("causes").get(0).path("title").asString()).isNotEmpty();
        assertThat(shown.path("newest").findValuesAsString("id")).contains(id.toString());
        assertThat(shown.toString()).doesNotContain("4711471147114711");
    }

    @Test
    void a_letter_is_retried_reset_and_archived_by_its_id() throws Exception {
        LetterId retried = TestLetters.invalid(redrive, "actuator.handled", "1");
        LetterId other = TestLetters.invalid(redrive, "actuator.unhandled", "2");

        assertThat(post(retried, "retry").statusCode()).isEqualTo(200);
        assertThat(TestLetters.status(redrive, retried)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(json(post(other, "reset")).path("status").asString()).isEqualTo("PENDING");
        assertThat(json(post(other, "archive")).path("status").asString()).isEqualTo("ARCHIVED");
    }

    @Test
    void an_order_needs_no_body_and_notes_are_taken_from_one() throws Exception {
        LetterId retried = TestLetters.invalid(redrive, "actuator.handled", "6");
        LetterId archived = TestLetters.invalid(redrive, "actuator.unhandled", "7");

        HttpResponse<String> answer = send(HttpRequest.newBuilder(at("/actuator/dlq/" + retried + "/retry"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
        HttpResponse<String> withNotes = send(HttpRequest.newBuilder(at("/actuator/dlq/" + archived + "/archive"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"notes\":\"paid by hand\"}"))
                .build());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(TestLetters.status(redrive, retried)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(withNotes.statusCode()).isEqualTo(200);
        assertThat(String.valueOf(
                        redrive.letters().find(archived).orElseThrow().state().resolution()))
                .contains("paid by hand");
    }

    @Test
    void an_order_that_cannot_be_done_says_why() throws Exception {
        LetterId archived = TestLetters.invalid(redrive, "actuator.unhandled", "3");
        LetterId unhandled = TestLetters.invalid(redrive, "actuator.unhandled", "4");
        post(archived, "archive");

        HttpResponse<String> notAllowed = post(archived, "reset");
        HttpResponse<String> noHandler = post(unhandled, "retry");

        assertThat(notAllowed.statusCode()).isEqualTo(409);
        assertThat(notAllowed.body()).contains("the letter is ARCHIVED");
        assertThat(noHandler.statusCode()).isEqualTo(409);
        assertThat(noHandler.body()).contains("no @RedriveHandler takes letters of actuator.unhandled");
        assertThat(post(unhandled, "explode").statusCode()).isEqualTo(400);
        assertThat(post("00000000-0000-7000-8000-000000000000", "reset").statusCode())
                .isEqualTo(404);
        assertThat(post("nonsense", "reset").statusCode()).isEqualTo(404);
    }

    @Test
    void health_says_that_the_store_answers() throws Exception {
        JsonNode health = json(get("/actuator/health"));

        assertThat(health.path("components").path("redrive").path("status").asString())
                .isEqualTo("UP");
    }

    @Test
    void the_meters_count_letters_and_attempts() {
        double before = count("dlq.messages", "pipeline_stage", "actuator.handled");
        LetterId id = TestLetters.invalid(redrive, "actuator.handled", "5");

        redrive.letters().retry(id, "test");

        assertThat(count("dlq.messages", "pipeline_stage", "actuator.handled")).isEqualTo(before + 1);
        assertThat(count("dlq.publish.success", "topic", "actuator.handled")).isPositive();
        assertThat(count("dlq.retry.success", "topic", "actuator.handled")).isPositive();
        assertThat(meters.get("dlq.time.in.queue").timer().count()).isPositive();
        assertThat(meters.get("dlq.queue.size").gauge().value()).isNotNaN();
        assertThat(meters.get("dlq.backlog").gauge().value()).isNotNaN();
        assertThat(meters.get("dlq.letters").tag("status", "resolved").gauge().value())
                .isNotNaN();
        assertThat(meters.get("dlq.lease.lost").counter().count()).isZero();
    }

    @Test
    void the_meters_count_what_a_replay_resolves_and_what_fails_in_it() {
        double resolved = meters.get("dlq.replay.success").counter().count();
        double failed = meters.get("dlq.replay.failure").counter().count();
        LetterId handled = TestLetters.invalid(redrive, "actuator.handled", "8");
        LetterId broken = TestLetters.invalid(redrive, "actuator.broken", "9");

        Replay replay = redrive.replays().plan(PlanRequest.of(new Selection.ByIds(List.of(handled, broken))));
        var unused = redrive.replays().command(replay.id(), ReplayState.Command.START, "test");

        Await.until("the replay is done", () -> isDone(replay.id()));
        assertThat(meters.get("dlq.replay.success").counter().count()).isEqualTo(resolved + 1);
        assertThat(meters.get("dlq.replay.failure").counter().count()).isEqualTo(failed + 1);
    }

    private boolean isDone(ReplayId id) {
        return redrive.replays().find(id).orElseThrow().state() == ReplayState.DONE;
    }

    private double count(String meter, String tag, String value) {
        return meters.find(meter).tag(tag, value).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path)).build());
    }

    private HttpResponse<String> post(Object id, String action) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at("/actuator/dlq/" + id + "/" + action))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
    }

    private URI at(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }
}
