package dev.redrive.endtoend.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import dev.redrive.testpostgres.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Servers and brokers die while dead letter topics are read: every record becomes one letter. */
class KafkaTroubleTest {
    private static final int HALF = 2000;
    private static final Duration LONG = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private KafkaBroker broker;
    private Topics topics;
    private int dead;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();

    @BeforeEach
    void start() {
        broker = KafkaBroker.start();
        topics = new Topics(broker.bootstrapServers());
        topics.create(4, "orders", "orders.dlq");
    }

    @AfterEach
    void stop() {
        topics.close();
        broker.close();
    }

    private ServerProcess serve(String name, String store) throws IOException {
        return Launch.in(Files.createDirectories(folder.resolve(name)))
                .settings("""
                        redrive:
                          store: %s
                          kafka:
                            bootstrap-servers: %s
                            discover: true
                            properties: { session.timeout.ms: 6000, heartbeat.interval.ms: 1000 }
                        """.formatted(store, broker.bootstrapServers()))
                .serve();
    }

    /** So many more records fail; does not wait for the brokers. */
    private void die(int count) {
        for (int i = 0; i < count; i++) {
            sent.add(topics.die("orders", 0, dead, "key-" + dead, "{\"n\": " + dead + "}"));
            dead++;
        }
    }

    /** Lets some more fail, and counts how many each server has read since it started. */
    private List<Integer> dieAndCount(ServerProcess... servers) {
        die(20);
        return Arrays.stream(servers)
                .map(server -> server.api().get("/dlq/kafka").expect(200).json())
                .map(report -> report.path("topics").path(0).path("taken").asInt())
                .toList();
    }

    private static int total(Api api) {
        return api.get("/dlq?limit=1").expect(200).json().path("total").asInt();
    }

    /** One letter for each record, and none for anything else. */
    private void awaitAll(Api api, int others) {
        sent.forEach(Topics::get);
        int all = topics.count("orders.dlq") + others;
        Await.until("all letters", LONG, () -> reached(api, all), report -> report.startsWith("all"));
        assertThat(keys(api)).hasSize(dead + others);
        assertThat(total(api)).isEqualTo(all);
    }

    /** For the message of a failed test: how far it came, and what the server logged. */
    private static String reached(Api api, int all) {
        int total = total(api);
        return total >= all ? "all" : total + ", " + api.get("/dlq/kafka").body();
    }

    private static Set<String> keys(Api api) {
        Set<String> keys = new HashSet<>();
        String cursor = "";
        do {
            JsonNode page = api.get("/dlq?limit=500" + cursor).expect(200).json();
            page.path("items")
                    .forEach(
                            letter -> keys.add(letter.path("origin").path("key").asString()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asString();
        } while (!cursor.isEmpty());
        return keys;
    }

    private static String health(Api api) {
        return api.get("/actuator/health")
                .expect(200)
                .json()
                .path("components")
                .path("kafka")
                .path("details")
                .path("status")
                .asString();
    }

    @Test
    void a_server_that_is_killed_while_it_reads_makes_one_letter_of_each_record() throws Exception {
        String store = "sqlite:" + folder.resolve("letters.db");
        die(HALF);
        try (ServerProcess first = serve("node", store)) {
            Await.until("it reads", () -> total(first.api()) > 0);

            die(HALF);
            first.kill();
        }
        try (ServerProcess second = serve("node", store)) {
            awaitAll(second.api(), 0);
        }
    }

    @Test
    void two_servers_share_the_partitions_and_one_carries_on_alone() throws Exception {
        try (EmbeddedPostgres database = TestPostgres.builder().start()) {
            String store = "postgresql://postgres:postgres@localhost:" + database.getPort() + "/postgres";
            try (ServerProcess one = serve("one", store);
                    ServerProcess two = serve("two", store)) {
                Await.until("both read", LONG, () -> dieAndCount(one, two), taken -> !taken.contains(0));

                one.kill();
                die(HALF);

                awaitAll(two.api(), 0);
            }
        }
    }

    @Test
    void brokers_that_die_under_load_are_waited_for_and_seen_in_the_health() throws Exception {
        try (ServerProcess server = serve("node", "sqlite:letters.db")) {
            Api api = server.api();
            die(HALF);
            Await.until("it reads", () -> total(api) > 0);

            broker.kill();
            die(HALF);

            Await.until("the health shows it", LONG, () -> health(api), "broken"::equals);
            api.get("/actuator/health/readiness").expect(200);
            api.capture("{\"channel\": \"elsewhere\", \"payload\": {}, \"error\": \"bad\"}");

            broker.startAgain();

            awaitAll(api, 1);
            Await.until("the health is well again", LONG, () -> health(api), "healthy"::equals);
        }
    }
}
