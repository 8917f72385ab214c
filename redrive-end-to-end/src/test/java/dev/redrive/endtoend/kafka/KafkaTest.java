package dev.redrive.endtoend.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The way of a letter from a dead letter topic back to its consumers. */
class KafkaTest {
    private static KafkaBroker broker;

    @TempDir
    Path folder;

    private Topics topics;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void closeBroker() {
        broker.close();
    }

    @BeforeEach
    void connect() {
        topics = new Topics(broker.bootstrapServers());
    }

    @AfterEach
    void disconnect() {
        topics.close();
    }

    /** In a group of its own: a server that was killed in another test keeps its partitions for a while. */
    private ServerProcess serve(String topic) {
        return Launch.in(folder)
                .settings("""
                        redrive:
                          kafka:
                            bootstrap-servers: %1$s
                            discover: [%2$s]
                            group: redrive-%2$s
                            grace: 1s
                            properties:
                              sasl.jaas.config: a.b.PlainLoginModule required username="u" password="geheim";
                        """.formatted(broker.bootstrapServers(), topic))
                .serve();
    }

    private static String onlyLetterOf(String channel, Api api) {
        JsonNode page = Await.until(
                "a letter of " + channel,
                Await.TIMEOUT,
                () -> api.get("/dlq?channel=" + channel).expect(200).json(),
                found -> found.path("items").size() == 1);
        assertThat(page.path("total").asInt()).isEqualTo(1);
        return page.path("items").get(0).path("id").asString();
    }

    private static List<String> results(JsonNode letter) {
        List<String> results = new ArrayList<>();
        letter.path("retryHistory")
                .forEach(attempt -> results.add(attempt.path("result").asString()));
        return results;
    }

    private static JsonNode topic(String name, Api api) {
        for (JsonNode topic : api.get("/dlq/kafka").expect(200).json().path("topics"))
            if (topic.path("topic").asString().equals(name)) return topic;
        throw new AssertionError("no topic " + name);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Test
    void a_letter_goes_back_and_is_resolved_when_its_consumer_group_has_gone_past_it() {
        topics.create(1, "orders", "orders.dlq", "ledger-dlt");
        Topics.get(topics.die("orders", 0, 17, "key-1", "{\"amount\": -1.50}"));

        try (ServerProcess server = serve("orders.dlq")) {
            Api api = server.api();
            String id = onlyLetterOf("orders", api);

            JsonNode letter = api.letter(id);
            assertThat(letter.path("status").asString()).isEqualTo("FAILED");
            assertThat(letter.path("error").path("type").asString()).isEqualTo("shop.ValidationException");
            assertThat(letter.path("error").path("category").asString()).isEqualTo("VALIDATION");
            assertThat(letter.path("origin").path("topic").asString()).isEqualTo("orders");
            assertThat(letter.path("origin").path("offset").asLong()).isEqualTo(17);
            assertThat(letter.path("origin").path("consumerGroupId").asString()).isEqualTo(Topics.GROUP);
            assertThat(letter.path("sentTo").isNull()).isTrue();
            api.get("/dlq/causes/" + letter.path("causeId").asString()).expect(200);

            Await.until(
                    "it may go back",
                    () -> topic("orders.dlq", api).path("taken").asInt() == 1);
            Await.until("it is sent", () -> api.post("/dlq/" + id + "/retry").status() == 200);

            JsonNode sent = api.letter(id);
            assertThat(sent.path("status").asString()).isEqualTo("REPLAYED");
            assertThat(sent.path("sentTo").toString())
                    .isEqualTo("{\"topic\":\"orders\",\"partition\":0,\"offset\":0,\"consumerGroupId\":\"shop\"}");
            ConsumerRecord<byte[], byte[]> back = topics.read("orders").get(0);
            assertThat(new String(back.key(), StandardCharsets.UTF_8)).isEqualTo("key-1");
            assertThat(new String(back.value(), StandardCharsets.UTF_8)).isEqualTo("{\"amount\": -1.50}");
            assertThat(header(back, "redrive-id")).isEqualTo(id);
            assertThat(back.headers().lastHeader("kafka_dlt-exception-message")).isNull();

            topics.commit("orders", 1);

            api.awaitStatus(id, "RESOLVED");
            assertThat(topic("ledger-dlt", api).path("ingested").asBoolean()).isFalse();
            assertThat(topic("ledger-dlt", api).path("reason").asString()).contains("redrive.kafka.discover");
            String metrics = api.awaitMetric("dlq_replay_success_total 1.0");
            assertThat(metrics)
                    .contains("dlq_ingest_records_total{topic=\"orders.dlq\"} 1.0")
                    .contains("dlq_ingest_lag{topic=\"orders.dlq\"} 0.0");
            assertThat(api.get("/").expect(200).body()).contains("orders.dlq").contains("id=\"kafka\"");
            assertThat(server.said() + metrics + api.get("/dlq/kafka").body()).doesNotContain("geheim");
        }
    }

    @Test
    void letters_that_are_due_when_the_server_starts_wait_until_its_topics_are_known() {
        topics.create(1, "boxes", "boxes.dlq");
        List<String> ids = new ArrayList<>();
        try (ServerProcess server = Launch.in(folder).serve()) {
            for (int i = 0; i < 30; i++) ids.add(server.api().capture("""
                    {"channel": "boxes", "payload": {"n": %1$d}, "error": {"message": "timed out", "type": "java.net.SocketTimeoutException"},
                     "origin": {"topic": "boxes", "partition": 0, "offset": %1$d}}""".formatted(i)));
        }
        Launch launch = Launch.in(folder).settings("""
                redrive:
                  kafka: { bootstrap-servers: %s, discover: [boxes.dlq], group: redrive-boxes }
                  channels:
                    - match: boxes
                      target: { kafka: { consumer-group: shop } }
                """.formatted(broker.bootstrapServers()));

        try (ServerProcess server = launch.serve()) {
            Api api = server.api();
            for (String id : ids) {
                JsonNode letter = api.awaitStatus(id, "REPLAYED");
                assertThat(results(letter)).containsExactly("SENT");
                assertThat(letter.path("retryCount").asInt()).isEqualTo(1);
            }
            assertThat(topics.read("boxes")).hasSize(ids.size());
        }
    }

    @Test
    void a_letter_that_comes_back_is_the_same_letter() {
        topics.create(1, "bills", "bills.dlq");
        Topics.get(topics.die("bills", 0, 3, "key", "{}"));

        try (ServerProcess server = serve("bills.dlq")) {
            Api api = server.api();
            String id = onlyLetterOf("bills", api);
            Await.until("it is sent", () -> api.post("/dlq/" + id + "/retry").status() == 200);

            topics.dieAgain(topics.read("bills").get(0));
            topics.commit("bills", 1);

            JsonNode letter = api.awaitStatus(id, "FAILED");
            assertThat(results(letter)).endsWith("SENT", "CAME_BACK");
            assertThat(onlyLetterOf("bills", api)).isEqualTo(id);
            assertThat(api.awaitMetric("dlq_replay_failure_total 1.0")).isNotEmpty();
        }
    }

    @Test
    void a_letter_cannot_choose_a_topic_that_is_not_configured() {
        topics.create(1, "carts", "carts.dlq", "secrets");
        ProducerRecord<byte[], byte[]> forged =
                new ProducerRecord<>("carts.dlq", Topics.bytes("key"), Topics.bytes("{}"));
        forged.headers().add("kafka_dlt-original-topic", Topics.bytes("secrets"));
        forged.headers().add("kafka_dlt-exception-fqcn", Topics.bytes("java.net.SocketTimeoutException"));
        topics.send(forged);

        try (ServerProcess server = serve("carts.dlq")) {
            Api api = server.api();
            String fromTopic = onlyLetterOf("secrets", api);
            String fromApi = api.capture("""
                    {"channel": "carts", "payload": {}, "error": {"message": "bad"}, "origin": {"topic": "secrets"}}""");

            Answer refused = api.post("/dlq/" + fromTopic + "/retry").expect(409);
            Answer notAllowed = Await.until(
                    "the topics are known",
                    Await.TIMEOUT,
                    () -> api.post("/dlq/" + fromApi + "/retry").expect(409),
                    answer -> answer.text("detail").contains("redrive.kafka.topics"));

            assertThat(refused.text("detail")).contains("no target is configured for the channel secrets");
            assertThat(notAllowed.text("detail")).contains("secrets");
            assertThat(api.letter(fromApi).path("retryHistory")).isEmpty();
            assertThat(topics.read("secrets")).isEmpty();
        }
    }

    @Test
    void a_server_starts_without_its_brokers_and_is_ready() {
        Launch launch = Launch.in(folder).with("REDRIVE_KAFKA_BOOTSTRAP_SERVERS", "unknown.invalid:9092");
        try (ServerProcess server = launch.serve()) {
            Api api = server.api();

            JsonNode kafka = Await.until(
                    "it says what is wrong",
                    Await.TIMEOUT,
                    () -> api.get("/dlq/kafka").expect(200).json(),
                    report -> report.path("status").asString().equals("broken"));

            assertThat(kafka.path("reasons").toString()).contains("the brokers cannot be reached");
            api.get("/actuator/health/readiness").expect(200);
            assertThat(api.get("/actuator/health")
                            .expect(200)
                            .json()
                            .path("components")
                            .path("kafka")
                            .path("details")
                            .path("status")
                            .asString())
                    .isEqualTo("broken");
        }
    }

    @Test
    void without_brokers_in_the_settings_there_is_no_kafka() {
        try (ServerProcess server = Launch.in(folder).serve()) {
            assertThat(server.api()
                            .get("/dlq/kafka")
                            .expect(200)
                            .json()
                            .path("configured")
                            .asBoolean())
                    .isFalse();
            assertThat(server.api().get("/").expect(200).body()).doesNotContain("id=\"kafka\"");
            assertThat(server.api().get("/actuator/health").expect(200).body()).doesNotContain("kafka");
        }
    }
}
