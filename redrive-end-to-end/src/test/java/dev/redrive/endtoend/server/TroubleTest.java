package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import dev.redrive.testpostgres.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers to too many requests, and while the database is unavailable. */
class TroubleTest {
    private static final String LETTER = """
            {"channel": "orders", "payload": {"id": 1}, "error": "an error without a rule"}""";

    @TempDir
    Path folder;

    @Test
    void too_many_requests_are_answered_with_a_time_to_retry() {
        Launch launch = Launch.in(folder).settings("redrive: { http: { requests-per-second: 1 } }");
        try (ServerProcess server = launch.serve()) {
            Answer refused = Await.until(
                    "a refusal", Await.TIMEOUT, () -> server.api().get("/dlq/stats"), answer -> answer.status() != 200);

            refused.expect(429);
            assertThat(refused.isProblem()).as(refused.toString()).isTrue();
            assertThat(refused.text("detail")).contains("redrive.http.requests-per-second");
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 2);
            // A slow machine may take the second after which one more is let in.
            Await.until(
                            "a capture is refused too",
                            Await.TIMEOUT,
                            () -> server.api().post("/dlq", LETTER),
                            answer -> answer.status() != 201)
                    .expect(429);
            server.api().get("/actuator/health").expect(200);

            Await.until(
                    "the address may ask again",
                    () -> server.api().get("/dlq/stats").status() == 200);
        }
    }

    @Test
    void while_the_database_is_away_letters_are_kept_and_everything_else_has_to_wait() throws IOException {
        int port = KafkaBroker.freePort();
        EmbeddedPostgres database = database(port).start();
        Launch launch = Launch.in(folder)
                .settings(
                        "redrive: { store: \"postgresql://postgres:postgres@localhost:%d/postgres\" }".formatted(port));
        try (ServerProcess server = launch.serve()) {
            Api api = server.api();
            String before = api.capture(LETTER);
            api.get("/actuator/health/readiness").expect(200);

            database.close();

            String meanwhile = api.capture(LETTER);
            List<CompletableFuture<Answer>> answers = Stream.<Supplier<Answer>>of(
                            () -> api.get("/dlq/" + before),
                            () -> api.get("/dlq"),
                            () -> api.get("/dlq/causes"),
                            () -> api.post("/dlq/" + before + "/retry"))
                    .map(CompletableFuture::supplyAsync)
                    .toList();
            answers.forEach(answer -> mustWait(answer.join()));
            Await.until("it is not ready", () -> readiness(api) == 503);
            api.get("/actuator/health/liveness").expect(200);

            try (EmbeddedPostgres again = database(port).start()) {
                assertThat(again.getPort()).isEqualTo(port);
                Await.until("it is ready again", () -> readiness(api) == 200);
                Await.until(
                        "what the journal kept is in the store",
                        () -> api.get("/dlq/" + meanwhile).status() == 200);
                api.get("/dlq/" + before).expect(200);
                assertThat(api.letter(api.capture(LETTER)).path("status").asString())
                        .isEqualTo("MANUAL");
                assertThat(api.get("/dlq/stats")
                                .expect(200)
                                .json()
                                .path("total")
                                .asInt())
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void a_database_that_is_away_is_one_line_of_the_log_for_each_of_its_users() throws IOException {
        int port = KafkaBroker.freePort();
        EmbeddedPostgres database = database(port).start();
        Launch launch = Launch.in(folder).settings("""
                        redrive:
                          store: "postgresql://postgres:postgres@localhost:%d/postgres"
                          channels: [ { match: '*', target: { http: { url: 'http://localhost:1/' } } } ]
                        """.formatted(port));
        try (ServerProcess server = launch.serve()) {
            Api api = server.api();
            api.capture(LETTER);
            int before = server.out().size();

            database.close();
            Await.until(
                    "it tried to claim a few times",
                    Duration.ofMinutes(2),
                    () -> failures(api, "claim"),
                    count -> count >= 3);
            api.capture(LETTER);

            List<String> complaints = server.out().stream()
                    .skip(before)
                    .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                    .map(line -> line.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9.:]+", "?"))
                    .toList();
            assertThat(complaints).as(server.said()).isNotEmpty().doesNotHaveDuplicates();
            assertThat(complaints)
                    .as(server.said())
                    .filteredOn(line -> line.contains("claim letters"))
                    .hasSize(1);
        }
    }

    private static double failures(Api api, String operation) {
        return api.get("/actuator/prometheus")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith("dlq_store_failure_total{") && line.contains('"' + operation + '"'))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Its files stay when it stops, so that the next one carries on with them. */
    private EmbeddedPostgres.Builder database(int port) {
        return TestPostgres.builder()
                .setPort(port)
                .setDataDirectory(folder.resolve("database"))
                .setCleanDataDirectory(false);
    }

    private static int readiness(Api api) {
        return api.get("/actuator/health/readiness").status();
    }

    private static void mustWait(Answer answer) {
        answer.expect(503);
        assertThat(answer.isProblem()).as(answer.toString()).isTrue();
        assertThat(answer.header("Retry-After")).as(answer.toString()).isEqualTo("5");
    }
}
