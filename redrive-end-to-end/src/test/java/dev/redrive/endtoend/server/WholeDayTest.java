package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people and programs do with a server in a day; each test keeps to channels of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WholeDayTest {
    private static final String SECRET = "a-secret-for-signatures";
    private static final String REFUSED = "{\"type\":\"java.net.ConnectException\",\"message\":\"Connection refused\"}";
    private static final String INVALID =
            "{\"type\":\"shop.ValidationException\",\"message\":\"the amount must be positive\"}";

    /** How often a channel's target still answers that it is unavailable. */
    private final Map<String, AtomicInteger> failuresLeft = new ConcurrentHashMap<>();

    private final Service targets = new Service(this::answer);
    private final Service webhook = new Service(request -> 200);
    private ServerProcess server;
    private Api api;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path temporary) {
        folder = temporary;
        server = Launch.in(folder)
                .settings("""
                        redrive:
                          engine: { poll: 200ms, lease: 60s }
                          channels:
                            - { match: "open.*", target: { http: { url: "%1$s", timeout: 60s } } }
                          policies:
                            - { retryability: transient, strategy: exponential, base: 100ms, max: 200ms, jitter: 0, max-retries: 20 }
                          alerts:
                            - { name: AnyFailed, when: "failed > 0", severity: error, channel: alarming }
                          notify: { every: 1s, quiet: 0s, webhook: { url: "%2$s", secret: %3$s } }
                        """.formatted(targets.url("/"), webhook.url("/alerts"), SECRET))
                .serve();
        api = server.api();
    }

    @AfterAll
    void stop() {
        server.close();
        targets.close();
        webhook.close();
    }

    private int answer(Service.Received request) {
        AtomicInteger left = failuresLeft.get(request.header("x-channel"));
        return left != null && left.getAndDecrement() > 0 ? 503 : 200;
    }

    private static String letter(String channel, String payload, String error) {
        return "{\"channel\":\"" + channel + "\",\"headers\":{\"x-channel\":\"" + channel + "\"},\"payload\":" + payload
                + ",\"error\":" + error + "}";
    }

    private List<Service.Received> sentTo(String channel) {
        return targets.received().stream()
                .filter(request -> request.header("x-channel").equals(channel))
                .toList();
    }

    private List<String> audited(String subject) {
        JsonNode items =
                api.get("/dlq/audit?subject=" + subject).expect(200).json().path("items");
        return StreamSupport.stream(items.spliterator(), false)
                .map(line -> line.path("action").asString())
                .toList();
    }

    // By itself

    @Test
    void a_letter_goes_back_when_its_target_recovers() {
        failuresLeft.put("open.recovering", new AtomicInteger(3));
        String payload = "{\"id\": 9007199254740993, \"price\": 0.1000}";

        String id = api.capture(letter("open.recovering", payload, REFUSED));

        JsonNode resolved = api.awaitStatus(id, "RESOLVED");
        assertThat(resolved.path("resolution").path("strategy").asString()).isEqualTo("automatic_retry");
        assertThat(resolved.path("retryHistory").size()).isEqualTo(4);
        assertThat(resolved.at("/retryHistory/0/error/category").asString()).isEqualTo("DOWNSTREAM_FAILURE");
        assertThat(resolved.at("/retryHistory/3/result").asString()).isEqualTo("SUCCEEDED");
        List<Service.Received> sent = sentTo("open.recovering");
        assertThat(sent).hasSize(4).allSatisfy(request -> {
            assertThat(request.body()).isEqualTo(payload);
            assertThat(request.header("Content-Type")).startsWith("application/json");
            assertThat(request.header("redrive-id")).isEqualTo(id);
        });
        assertThat(sent.stream()
                        .map(request -> request.header("Idempotency-Key"))
                        .distinct())
                .hasSize(1);
    }

    // By hand

    @Test
    void a_failed_letter_can_be_tried_at_once() {
        String id = api.capture(letter("open.retry", "{}", INVALID));
        api.awaitStatus(id, "FAILED");

        Answer answer = api.post("/dlq/" + id + "/retry").expect(200);

        assertThat(answer.text("status")).isEqualTo("RESOLVED");
        assertThat(answer.json().at("/attempt/result").asString()).isEqualTo("SUCCEEDED");
        assertThat(sentTo("open.retry")).hasSize(1);
        assertThat(audited(id)).containsExactly("retry");
        Answer again = api.post("/dlq/" + id + "/retry").expect(409);
        assertThat(again.text("state")).isEqualTo("RESOLVED");
    }

    @Test
    void a_letter_is_reset_archived_and_restored() {
        String id = api.capture(letter("parked.moves", "{}", "\"an error without a rule\""));

        assertThat(api.post("/dlq/" + id + "/reset").expect(200).text("previousStatus"))
                .isEqualTo("MANUAL");
        assertThat(api.post("/dlq/" + id + "/restore").expect(409).text("state"))
                .isEqualTo("PENDING");
        assertThat(api.post("/dlq/" + id + "/confirm").expect(409).text("detail"))
                .contains(id)
                .contains("PENDING");
        assertThat(api.post("/dlq/" + id + "/archive", "{\"strategy\":\"discard\",\"notes\":\"a test\"}")
                        .expect(200)
                        .text("status"))
                .isEqualTo("ARCHIVED");
        JsonNode archived = api.letter(id);
        assertThat(archived.at("/resolution/strategy").asString()).isEqualTo("discard");
        assertThat(archived.at("/resolution/notes").asString()).isEqualTo("a test");
        assertThat(api.post("/dlq/" + id + "/restore").expect(200).text("status"))
                .isEqualTo("PENDING");
        assertThat(audited(id)).containsExactly("restore", "discard", "reset");
    }

    @Test
    void of_two_editors_the_second_gets_a_conflict() {
        String id = api.capture(letter("parked.edits", "{\"amount\":-1}", "\"an error without a rule\""));
        String seen = api.get("/dlq/" + id).expect(200).header("ETag");

        Answer first = edit(id, seen, "{\"payload\":{\"amount\":1},\"notes\":\"a typo\"}");
        Answer second = edit(id, seen, "{\"payload\":{\"amount\":2}}");

        assertThat(first.expect(200).header("ETag")).isNotEqualTo(seen);
        assertThat(second.expect(412).json().path("version").asInt())
                .isEqualTo(first.json().path("version").asInt());
        assertThat(api.letter(id).at("/originalEvent/payload/amount").asInt()).isEqualTo(1);
        assertThat(api.get("/dlq/" + id + "/versions").expect(200).body()).contains("{\"amount\":-1}");
        assertThat(audited(id)).containsExactly("edit");
    }

    private Answer edit(String id, String version, String json) {
        return api.call("PATCH", "/dlq/" + id)
                .header("If-Match", version)
                .json(json)
                .send();
    }

    @Test
    void a_deleted_letter_is_gone() {
        String id = api.capture(letter("parked.deleted", "{}", INVALID));

        api.delete("/dlq/" + id).expect(204);

        api.get("/dlq/" + id).expect(404);
        api.delete("/dlq/" + id).expect(404);
        assertThat(audited(id)).containsExactly("delete");
    }

    @Test
    void the_same_message_again_is_the_same_letter() {
        String letter = letter("parked.twice", "{}", INVALID);

        Answer first = api.call("POST", "/dlq")
                .header("Idempotency-Key", "k-1")
                .json(letter)
                .send();
        Answer second = api.call("POST", "/dlq")
                .header("Idempotency-Key", "k-1")
                .json(letter)
                .send();

        assertThat(second.expect(200).text("id")).isEqualTo(first.expect(201).text("id"));
    }

    @Test
    void a_batch_with_one_bad_letter_stores_none_and_names_it() {
        String good = letter("parked.batch", "{}", INVALID);

        Answer answer = api.post("/dlq", "[" + good + ",{\"channel\":\"parked.batch\",\"payload\":{}}]");

        assertThat(answer.expect(400).json().path("index").asInt()).isEqualTo(1);
        assertThat(answer.text("field")).isEqualTo("error.message");
        assertThat(total("channel=parked.batch")).isZero();
    }

    @Test
    void a_stream_of_lines_is_captured_in_order() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2500; i++) {
            lines.append(letter("parked.stream", "{\"n\":" + i + "}", INVALID)).append('\n');
        }

        Answer answer = api.call("POST", "/dlq")
                .body("application/x-ndjson", lines.toString().getBytes(StandardCharsets.UTF_8))
                .send();

        assertThat(answer.expect(201).json().path("captured").asInt()).isEqualTo(2500);
        assertThat(answer.json().path("idsComplete").asBoolean()).isFalse();
        assertThat(total("channel=parked.stream&status=FAILED")).isEqualTo(2500);
        String first = answer.json().at("/ids/0").asString();
        assertThat(api.letter(first).at("/originalEvent/payload/n").asInt()).isZero();
    }

    private int total(String query) {
        return api.get("/dlq?limit=1&" + query).expect(200).json().path("total").asInt();
    }

    // Many at once

    @Test
    void many_letters_are_archived_and_deleted_at_once() {
        for (int i = 0; i < 5; i++) api.capture(letter("parked.bulk", "{\"n\":" + i + "}", INVALID));
        String criteria = "{\"filterCriteria\":{\"channel\":\"parked.bulk\"}";

        JsonNode planned = api.post("/dlq/bulk/archive", criteria + ",\"dryRun\":true}")
                .expect(200)
                .json();
        JsonNode done =
                api.post("/dlq/bulk/archive", criteria + "}").expect(200).json();

        assertThat(planned.path("matched").asInt()).isEqualTo(5);
        assertThat(planned.path("archived").asInt()).isZero();
        assertThat(done.path("archived").asInt()).isEqualTo(5);
        assertThat(total("channel=parked.bulk&status=ARCHIVED")).isEqualTo(5);
        Await.until(
                "archived letters can be deleted",
                () -> api.delete("/dlq/bulk/archived?olderThan=1ms")
                                        .expect(200)
                                        .json()
                                        .path("deleted")
                                        .asInt()
                                >= 0
                        && total("channel=parked.bulk") == 0);
    }

    @Test
    void many_letters_are_tried_at_once() {
        for (int i = 0; i < 5; i++) api.capture(letter("open.bulk", "{\"n\":" + i + "}", INVALID));

        JsonNode answer = api.post("/dlq/bulk/retry", "{\"filterCriteria\":{\"channel\":\"open.bulk\"}}")
                .expect(202)
                .json();

        assertThat(answer.path("accepted").asInt()).isEqualTo(5);
        Await.until("all are resolved", () -> total("channel=open.bulk&status=RESOLVED") == 5);
        assertThat(sentTo("open.bulk")).hasSize(5);
    }

    @Test
    void letters_of_one_bug_are_one_cause() {
        for (int order = 100; order < 104; order++) {
            api.capture(letter(
                    "parked.causes",
                    "{}",
                    "{\"type\":\"shop.SchemaException\",\"message\":\"order " + order + " has no currency\"}"));
        }
        String id = api.get("/dlq?channel=parked.causes&limit=1")
                .expect(200)
                .json()
                .at("/items/0/causeId")
                .asString();

        JsonNode cause = api.get("/dlq/causes/" + id).expect(200).json();

        assertThat(cause.path("count").asInt()).isEqualTo(4);
        assertThat(api.get("/dlq/causes/" + id + "/samples?limit=3")
                        .expect(200)
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(3);
        assertThat(api.post("/dlq/causes/" + id + "/acknowledge").expect(200).text("state"))
                .isEqualTo("ACKNOWLEDGED");
        assertThat(audited(id)).containsExactly("cause acknowledge");
    }

    // Alerts and events

    @Test
    void an_alert_reaches_its_webhook_signed() throws GeneralSecurityException {
        api.capture(letter("alarming", "{}", INVALID));

        Service.Received alert = Await.until(
                        "the alert",
                        Await.TIMEOUT,
                        () -> webhook.received().stream()
                                .filter(request -> request.body().contains("\"AnyFailed\""))
                                .toList(),
                        alerts -> !alerts.isEmpty())
                .get(0);

        JsonNode event = Answer.parsed(alert.body());
        assertThat(alert.header("Content-Type")).startsWith("application/cloudevents+json");
        assertThat(event.path("type").asString()).isEqualTo("dev.redrive.alert.started");
        assertThat(event.at("/data/channel").asString()).isEqualTo("alarming");
        String signature = alert.header("X-Redrive-Signature");
        String time = signature.substring("t=".length(), signature.indexOf(','));
        assertThat(signature).isEqualTo("t=" + time + ",v1=" + hmac(time + "." + alert.body()));
        Await.until(
                "the history knows that it was delivered",
                () -> api.get("/dlq/alerts").expect(200).body().contains("\"delivered\":true"));
    }

    private static String hmac(String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void the_metrics_have_the_names_that_were_promised() {
        failuresLeft.put("open.metrics", new AtomicInteger(1));
        api.awaitStatus(api.capture(letter("open.metrics", "{}", REFUSED)), "RESOLVED");
        api.post("/dlq/alerts/test").expect(200);

        String metrics = api.awaitMetric("dlq_retry_success_total{topic=\"open.metrics\"}");

        assertThat(metrics)
                .contains("dlq_publish_success_total{failure_category=\"DOWNSTREAM_FAILURE\",topic=\"open.metrics\"}")
                .contains("dlq_retry_failure_total{topic=\"open.metrics\"}")
                .contains(
                        "dlq_messages_total{error_type=\"java.net.ConnectException\",pipeline_stage=\"open.metrics\"}")
                .contains("dlq_queue_size ")
                .contains("dlq_backlog ")
                .contains("dlq_resolution_rate ")
                .contains("dlq_time_in_queue_seconds_bucket{")
                .contains("dlq_oldest_age ")
                .contains("dlq_replay_success_total ")
                .contains("dlq_replay_failure_total ")
                .contains("dlq_alerts_sent_total{channel=\"webhook\"")
                .contains("dlq_lease_lost_total ");
    }

    @Test
    void the_audit_log_is_found_intact() throws InterruptedException {
        String id = api.capture(letter("parked.audited", "{}", INVALID));
        api.post("/dlq/" + id + "/archive").expect(200);

        Launch.Ended ended = Launch.in(folder).run("audit", "verify");

        assertThat(ended.code()).as(ended.toString()).isZero();
        assertThat(ended.out()).contains("intact");
        assertThat(api.get("/dlq/audit/verify")
                        .expect(200)
                        .json()
                        .path("intact")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void no_payload_is_ever_in_the_log() {
        String id = api.capture(letter("open.secret", "{\"card\":\"4111-1111\"}", INVALID));

        api.post("/dlq/" + id + "/retry").expect(200);

        assertThat(server.said()).doesNotContain("4111-1111");
    }
}
