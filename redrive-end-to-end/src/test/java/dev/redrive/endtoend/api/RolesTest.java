package dev.redrive.endtoend.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The rights of each role, as a table written by hand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesTest {
    private static final String LETTER = "{\"channel\":\"%s\",\"payload\":{},\"error\":\"an error without a rule\"}";

    private static final List<String> CALLERS =
            List.of("anonymous", "wrong", "producer", "viewer", "operator", "admin");

    /** A call and what it answers to each of the callers; {id} is a letter of its own. */
    private static final String TABLE = """
            POST /dlq                                  401 401 201 403 201 201
            GET /dlq                                   401 401 403 200 200 200
            GET /dlq/{id}                              401 401 403 200 200 200
            GET /dlq/{id}/versions                     401 401 403 200 200 200
            PATCH /dlq/{id}                            401 401 403 403 200 200
            POST /dlq/{id}/reset                       401 401 403 403 200 200
            POST /dlq/{id}/archive                     401 401 403 403 200 200
            DELETE /dlq/{id}                           401 401 403 403 403 204
            POST /dlq/bulk/retry                       401 401 403 403 202 202
            POST /dlq/bulk/archive                     401 401 403 403 200 200
            DELETE /dlq/bulk/archived?olderThan=30d    401 401 403 403 403 200
            GET /dlq/export                            401 401 403 200 200 200
            POST /dlq/import                           401 401 403 403 403 200
            GET /dlq/retention                         401 401 403 200 200 200
            POST /dlq/retention/run                    401 401 403 403 403 200
            GET /dlq/cold                              401 401 403 409 409 409
            GET /dlq/holds                             401 401 403 200 200 200
            GET /dlq/nodes                             401 401 403 200 200 200
            POST /dlq/holds                            401 401 403 403 403 201
            DELETE /dlq/holds?letter={id}              401 401 403 403 403 404
            POST /dlq/erase                            401 401 403 403 403 200
            GET /settings                              401 401 403 200 200 200
            GET /dlq/doctor                            401 401 403 200 200 200
            GET /dlq/stats                             401 401 403 200 200 200
            GET /dlq/errors                            401 401 403 200 200 200
            GET /dlq/timeseries                        401 401 403 200 200 200
            GET /dlq/histogram                         401 401 403 200 200 200
            GET /dlq/causes                            401 401 403 200 200 200
            GET /dlq/alerts                            401 401 403 200 200 200
            POST /dlq/alerts/check                     401 401 403 403 200 200
            POST /dlq/alerts/test                      401 401 403 403 200 200
            GET /dlq/audit                             401 401 403 403 403 200
            GET /dlq/audit/verify                      401 401 403 403 403 200
            GET /actuator/health                       200 200 200 200 200 200
            GET /actuator/health/liveness              200 200 200 200 200 200
            GET /actuator/health/readiness             200 200 200 200 200 200
            GET /actuator/prometheus                   401 401 403 200 200 200
            GET /openapi.json                          401 401 403 200 200 200
            GET /docs                                  401 401 403 200 200 200
            GET /replays                               401 401 403 200 200 200
            GET /no/such/page                          401 401 403 404 404 404
            """;

    private ServerProcess server;

    @BeforeAll
    void start(@TempDir Path folder) {
        Launch launch = Launch.in(folder).settings("""
                redrive:
                  access:
                    tokens:
                      - { name: orders-in, token: %s, role: producer, channels: ["orders.*"] }
                      - { name: orders-out, token: %s, role: operator, channels: ["orders.*"] }
                """.formatted(token("orders-in"), token("orders-out")));
        for (String role : List.of("producer", "viewer", "operator", "admin"))
            launch.with("REDRIVE_" + role.toUpperCase(java.util.Locale.ROOT) + "_TOKEN", token(role));
        server = launch.serve();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static String token(String name) {
        return "the-token-of-" + name + "-in-tests";
    }

    private Api as(String caller) {
        return caller.equals("anonymous") ? server.api() : server.api().as(token(caller));
    }

    @TestFactory
    Stream<DynamicTest> callers_may_do_what_their_role_allows_and_nothing_else() {
        return TABLE.lines().flatMap(this::row);
    }

    private Stream<DynamicTest> row(String line) {
        List<String> words = Arrays.asList(line.strip().split("\\s+", -1));
        return Stream.iterate(0, i -> i < CALLERS.size(), i -> i + 1)
                .map(i -> DynamicTest.dynamicTest(
                        CALLERS.get(i) + ": " + words.get(0) + " " + words.get(1),
                        () -> check(words.get(0), words.get(1), CALLERS.get(i), Integer.parseInt(words.get(i + 2)))));
    }

    private void check(String method, String path, String caller, int status) {
        String id = as("admin").capture(LETTER.formatted("any"));
        Api.Call call = as(caller).call(method, path.replace("{id}", id));
        if (path.equals("/dlq") && method.equals("POST")) call.json(LETTER.formatted("any"));
        if (path.startsWith("/dlq/bulk/") && method.equals("POST")) call.json("{\"ids\":[\"" + id + "\"]}");
        if (path.equals("/dlq/import")) call.body("application/x-ndjson", new byte[0]);
        if (path.equals("/dlq/holds") && method.equals("POST"))
            call.json("{\"letter\":\"" + id + "\",\"reason\":\"case 17\"}");
        if (path.equals("/dlq/erase")) call.json("{\"value\":\"nobody\",\"places\":[{\"key\":true}]}");
        if (method.equals("PATCH")) call.json("{\"tags\":[\"seen\"]}");

        Answer answer = call.send();

        answer.expect(status);
        assertThat(answer.isProblem()).as(answer.toString()).isEqualTo(status >= 400);
        if (status == 401) assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    }

    // Channels

    @Test
    void a_producer_of_some_channels_captures_into_no_other() {
        as("orders-in").post("/dlq", LETTER.formatted("orders.eu")).expect(201);

        Answer answer = as("orders-in").post("/dlq", LETTER.formatted("payments"));

        assertThat(answer.expect(403).text("channel")).isEqualTo("payments");
    }

    @Test
    void what_is_about_the_whole_server_is_not_for_those_of_some_channels() {
        for (String path : List.of("/actuator/prometheus", "/dlq/retention", "/dlq/holds", "/dlq/nodes", "/settings"))
            as("orders-out").get(path).expect(403);

        for (String caller : List.of("anonymous", "wrong", "producer", "orders-in", "orders-out"))
            assertThat(as(caller).get("/actuator/health").expect(200).body())
                    .as(caller)
                    .contains("\"UP\"")
                    .doesNotContain("components");
        for (String caller : List.of("viewer", "operator", "admin"))
            assertThat(as(caller).get("/actuator/health").expect(200).body())
                    .as(caller)
                    .contains("components", "letters");
    }

    @Test
    void an_operator_of_some_channels_sees_and_changes_no_other() {
        String own = as("admin").capture(LETTER.formatted("orders.us"));
        String other = as("admin").capture(LETTER.formatted("ledger"));
        Api operator = as("orders-out");

        operator.get("/dlq/" + own).expect(200);
        operator.get("/dlq/" + other).expect(403);
        operator.post("/dlq/" + other + "/archive").expect(403);
        operator.get("/dlq?channel=ledger").expect(403);
        operator.post("/dlq/bulk/archive", "{\"ids\":[\"" + own + "\",\"" + other + "\"]}")
                .expect(403);
        Answer list = operator.get("/dlq?limit=500").expect(200);

        assertThat(list.body()).contains(own).doesNotContain(other);
        assertThat(as("admin").letter(other).path("status").asString()).isEqualTo("MANUAL");
    }

    @Test
    void no_token_is_ever_in_the_log() {
        assertThat(server.said()).doesNotContain("the-token-of-");
    }
}
