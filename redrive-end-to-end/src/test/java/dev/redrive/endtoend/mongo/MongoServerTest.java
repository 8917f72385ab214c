package dev.redrive.endtoend.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import dev.redrive.testmongo.MongoProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A day of the packaged server with MongoDB: what is captured is shown, retried and closed, and nothing secret is printed. */
class MongoServerTest {
    private static final List<String> SECRETS = List.of("hidden-user", "hidden-password", "hidden-option", "hidden%2D");
    private static final List<String> PATHS = List.of(
            "/actuator",
            "/actuator/health",
            "/actuator/health/readiness",
            "/actuator/info",
            "/actuator/prometheus",
            "/dlq",
            "/dlq/stats",
            "/dlq/doctor",
            "/dlq/causes",
            "/dlq/nonsense",
            "/",
            "/letters",
            "/no-such-page");

    @TempDir
    Path folder;

    @Test
    void letters_are_captured_listed_retried_and_closed_and_stay_when_both_servers_start_again() throws Exception {
        try (MongoProcess mongo = MongoProcess.onDisk();
                Service target = new Service(request -> 200)) {
            Launch launch = Launch.in(folder)
                    .settings("redrive: { channels: [ { match: orders, target: { http: { url: \"%s\" } } } ] }"
                            .formatted(target.url("/orders")));
            String retried;
            String closed;
            String waiting;
            List<String> before;
            try (ServerProcess server = launch.serve("--store", mongo.url("shop"))) {
                Api api = server.api();
                retried = api.capture("{\"channel\":\"orders\",\"payload\":{\"id\": 9007199254740993},"
                        + "\"tags\":[\"big\"],\"error\":\"an error without a rule\"}");
                closed = api.capture(
                        "{\"channel\":\"orders\",\"payload\":\"two\",\"error\":\"an error without a rule\"}");
                waiting = api.capture(
                        "{\"channel\":\"invoices\",\"payload\":\"three\",\"error\":\"an error without a rule\"}");
                api.post("/dlq/" + retried + "/retry").expect(200);
                api.post("/dlq/" + closed + "/archive", "{\"notes\":\"sent by mail\"}")
                        .expect(200);

                assertThat(target.received())
                        .singleElement()
                        .satisfies(request -> assertThat(request.body()).contains("9007199254740993"));
                before = shown(api, retried, closed, waiting);
                assertThat(before.get(0)).contains("\"RESOLVED\"", "\"SUCCEEDED\"", "big");
                assertThat(before.get(1)).contains("\"ARCHIVED\"", "sent by mail");
                assertThat(before.get(2)).contains("\"MANUAL\"");
                assertThat(server.stop()).as(server.said()).isIn(0, 143);
            }
            mongo.stop();
            mongo.startAgain();
            try (ServerProcess server = launch.serve("--store", mongo.url("shop"))) {
                Api api = server.api();

                assertThat(shown(api, retried, closed, waiting)).isEqualTo(before);
                JsonNode stats = api.get("/dlq/stats").expect(200).json();
                assertThat(stats.path("total").asInt()).isEqualTo(3);
                assertThat(stats.path("success").asInt()).isEqualTo(1);
                assertThat(api.get("/dlq?tag=big")
                                .expect(200)
                                .json()
                                .path("total")
                                .asInt())
                        .isEqualTo(1);
                assertThat(target.received()).hasSize(1);
            }
        }
    }

    private static List<String> shown(Api api, String... ids) {
        return List.of(ids).stream()
                .map(id -> api.get("/dlq/" + id).expect(200).body())
                .toList();
    }

    private static String said(Api api) {
        StringBuilder all = new StringBuilder();
        for (String path : PATHS) {
            for (String accepted : List.of("application/json", "text/html")) {
                Answer answer = api.call("GET", path).header("Accept", accepted).send();
                all.append(answer).append(answer.headers().map()).append('\n');
            }
        }
        return all.toString();
    }

    @Test
    void options_of_the_address_are_never_shown_also_when_the_server_goes_away() throws Exception {
        try (MongoProcess mongo = MongoProcess.onDisk();
                ServerProcess server = Launch.in(folder)
                        .serve(
                                "--store",
                                mongo.url("shop") + "?appName=hidden-option&unknown=hidden-option"
                                        + "&serverSelectionTimeoutMS=300")) {
            Api api = server.api();
            api.capture("{\"channel\":\"orders\",\"payload\":1,\"error\":\"an error without a rule\"}");
            String whileThere = said(api);
            mongo.stop();
            Await.until(
                    "it is not ready",
                    () -> api.get("/actuator/health/readiness").status() == 503);

            String whileAway = said(api);

            assertThat(whileThere).contains("/shop").doesNotContain(SECRETS);
            assertThat(whileAway).contains(" answered 503 ").doesNotContain(SECRETS);
            assertThat(server.said()).contains("/shop").doesNotContain(SECRETS);
        }
    }

    @Test
    void user_and_password_are_never_shown_while_the_server_is_away_and_when_it_refuses_them_then() {
        try (MongoProcess mongo = MongoProcess.inMemory()) {
            mongo.stop();
            try (ServerProcess server =
                    Launch.in(folder).serve("--store", withSecrets(mongo) + "&serverSelectionTimeoutMS=300")) {
                Api api = server.api();
                api.capture("{\"channel\":\"orders\",\"payload\":1,\"error\":\"an error without a rule\"}");
                String whileAway = said(api);
                mongo.startAgain();
                Await.until("it says that it is refused", () -> server.said().contains("refused user and password"));

                String whileRefused = said(api);

                assertThat(whileAway).contains(" answered 503 ").doesNotContain(SECRETS);
                assertThat(whileRefused).contains(" answered 503 ").doesNotContain(SECRETS);
                assertThat(server.said()).contains("/shop").doesNotContain(SECRETS);
            }
        }
    }

    private static String withSecrets(MongoProcess mongo) {
        return "mongodb://hidden-user:hidden%2Dpassword@127.0.0.1:" + mongo.port() + "/shop?authSource=hidden-option";
    }

    @Test
    void a_server_that_refuses_the_user_is_named_without_user_password_and_options() throws Exception {
        try (MongoProcess mongo = MongoProcess.inMemory()) {
            Launch.Ended ended = Launch.in(folder).run("serve", "--port", "0", "--store", withSecrets(mongo));

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err())
                    .contains("cannot start", "127.0.0.1:" + mongo.port(), "refused user and password")
                    .doesNotContain(SECRETS);
            assertThat(ended.out()).doesNotContain(SECRETS);
        }
    }

    @Test
    void an_address_that_cannot_be_read_is_refused_without_user_and_password() throws Exception {
        Launch.Ended ended = Launch.in(folder)
                .run("serve", "--port", "0", "--store", "mongodb://hidden-user:hidden-password@@:x/shop?hidden-option");

        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("mongodb://").doesNotContain(SECRETS);
        assertThat(ended.out()).doesNotContain(SECRETS);
    }
}
