package dev.redrive.endtoend.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Certificate;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A broker that accepts TLS only: the settings of the server name the certificates that it trusts, and it trusts no others. */
class KafkaOverTlsTest {
    @TempDir
    static Path certificates;

    private static Certificate certificate;
    private static int port;
    private static KafkaBroker broker;
    private static Topics topics;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        certificate = Certificate.of("dns:localhost", certificates);
        port = KafkaBroker.freePort();
        broker = KafkaBroker.start(settings());
        topics = new Topics(broker.bootstrapServers());
        topics.create(1, "orders", "orders.dlq");
    }

    @AfterAll
    static void stop() {
        topics.close();
        broker.close();
    }

    /** The test itself uses another port, without TLS. */
    private static Map<String, String> settings() throws IOException {
        int controller = KafkaBroker.freePort();
        String clients = "CLIENT://localhost:${port},SECURE://localhost:" + port;
        return Map.of(
                "listeners",
                clients + ",CONTROLLER://localhost:" + controller,
                "advertised.listeners",
                clients,
                "controller.quorum.voters",
                "1@localhost:" + controller,
                "listener.security.protocol.map",
                "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SSL",
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                certificate.keys().toString(),
                "ssl.keystore.password",
                Certificate.PASSWORD,
                "ssl.key.password",
                Certificate.PASSWORD);
    }

    private ServerProcess serve(String host, String properties) {
        return Launch.in(folder).settings("""
                        redrive:
                          kafka:
                            bootstrap-servers: %s:%d
                            discover: true
                            topics: [orders]
                            grace: 1s
                            properties: { %s }
                        """.formatted(host, port, properties)).serve();
    }

    private static String trusting(String type, Path file) {
        return "security.protocol: SSL, ssl.truststore.type: " + type + ", ssl.truststore.location: " + file;
    }

    @Test
    void a_letter_is_read_sent_back_and_confirmed_over_tls() throws Exception {
        Topics.get(topics.die("orders", 0, 17, "key-1", "{\"amount\": -1.50}"));

        try (ServerProcess server = serve("localhost", trusting("PEM", certificate.pem()))) {
            Api api = server.api();
            JsonNode found = Await.until(
                    "the letter",
                    Await.TIMEOUT,
                    () -> api.get("/dlq?channel=orders").expect(200).json(),
                    page -> page.path("total").asInt() == 1);
            String id = found.path("items").get(0).path("id").asString();
            api.post("/dlq/" + id + "/retry").expect(200);

            assertThat(api.letter(id).path("status").asString()).isEqualTo("REPLAYED");
            assertThat(new String(topics.read("orders").get(0).value(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"amount\": -1.50}");
            topics.commit("orders", 1);
            api.awaitStatus(id, "RESOLVED");
            assertThat(report(api).path("status").asString()).isEqualTo("healthy");
        }
    }

    @Test
    void a_broker_whose_certificate_is_not_trusted_is_reported_and_gets_nothing() {
        try (ServerProcess server = serve("localhost", "security.protocol: SSL")) {
            awaitBroken(server.api(), "unable to find valid certification path");
            assertThat(whyNotSent(server.api())).contains("unable to find valid certification path");
        }
    }

    @Test
    void a_broker_with_a_certificate_for_another_name_is_reported_and_gets_nothing() {
        String pkcs12 = trusting("PKCS12", certificate.trust()) + ", ssl.truststore.password: " + Certificate.PASSWORD;
        try (ServerProcess server = serve("127.0.0.1", pkcs12)) {
            awaitBroken(server.api(), "No subject alternative names matching IP address 127.0.0.1");
            assertThat(whyNotSent(server.api())).contains("No subject alternative names matching IP address 127.0.0.1");
        }
    }

    private static JsonNode report(Api api) {
        return api.get("/dlq/kafka").expect(200).json();
    }

    private static void awaitBroken(Api api, String why) {
        var unused = Await.until(
                "it says what is wrong",
                Await.TIMEOUT,
                () -> report(api),
                report -> report.path("status").asString().equals("broken")
                        && report.path("reasons").toString().contains(why));
    }

    /** A letter for that broker stays, and says why. */
    private static String whyNotSent(Api api) {
        String id = api.capture("""
                {"channel": "orders", "payload": {}, "error": {"message": "bad"}, "origin": {"topic": "orders"}}""");
        api.post("/dlq/" + id + "/retry").expect(200);
        JsonNode letter = api.letter(id);
        assertThat(letter.path("status").asString()).isNotIn("REPLAYED", "RETRYING", "RESOLVED");
        return letter.path("retryHistory").toString();
    }
}
