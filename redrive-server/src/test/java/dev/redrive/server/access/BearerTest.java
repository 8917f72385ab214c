package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BearerTest {
    private final RememberingAudit audit = new RememberingAudit();
    private TestServer server;

    @BeforeAll
    void start() {
        server = TestServer.closed(audit);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "producer, POST,   /dlq,                 200",
        "producer, GET,    /dlq,                 403",
        "producer, GET,    /,                    403",
        "producer, DELETE, /dlq/1,               403",
        "producer, GET,    /dlq/audit,           403",
        "producer, GET,    /actuator/prometheus, 403",
        "viewer,   POST,   /dlq,                 403",
        "viewer,   GET,    /dlq,                 200",
        "viewer,   POST,   /dlq/1/retry,         403",
        "viewer,   PATCH,  /dlq/1,               403",
        "viewer,   DELETE, /dlq/1,               403",
        "viewer,   GET,    /dlq/audit,           403",
        "viewer,   GET,    /dlq/%61udit,         403",
        "viewer,   GET,    /actuator/prometheus, 200",
        "operator, POST,   /dlq,                 200",
        "operator, GET,    /dlq,                 200",
        "operator, POST,   /dlq/1/retry,         200",
        "operator, PATCH,  /dlq/1,               200",
        "operator, DELETE, /dlq/1,               403",
        "operator, GET,    /dlq/audit,           403",
        "admin,    POST,   /dlq,                 200",
        "admin,    DELETE, /dlq/1,               200",
        "admin,    GET,    /dlq/audit,           200",
        "admin,    GET,    /dlq/audit/verify,    200",
        "orders,   GET,    /dlq,                 200",
        "orders,   GET,    /actuator/health,     200",
        "orders,   GET,    /actuator/prometheus, 403",
        "orders,   HEAD,   /actuator/prometheus, 403",
        "orders,   GET,    /actuator/prometh%65us, 403",
        "orders,   GET,    /actuator/metrics/jvm, 403",
        "orders,   GET,    /actuator/info,       403",
        "orders,   GET,    /actuator/heapdump,   403",
    })
    void each_token_may_do_what_its_role_may(String who, String method, String path, int status) {
        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.at(path))
                .header("Authorization", "Bearer secret-of-" + who)
                .method(method, HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(status);
        if (status == 200) assertThat(answer.body()).startsWith(who);
        else assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void a_refusal_says_which_role_is_needed() {
        HttpResponse<String> answer = server.get("/dlq/audit", "Authorization", "Bearer secret-of-viewer");

        assertThat(answer.body())
                .contains("\"status\":403", "GET /dlq/audit needs the role admin, and viewer is viewer");
    }

    @Test
    void metrics_are_refused_to_a_token_for_some_channels_with_the_reason() {
        HttpResponse<String> answer = server.get("/actuator/prometheus", "Authorization", "Bearer secret-of-orders");

        assertThat(answer.body()).contains("/actuator/prometheus covers all channels, and orders is limited to some");
    }

    @ParameterizedTest
    @CsvSource({
        "secret-of-viewer,   true",
        "secret-of-operator, true",
        "secret-of-admin,    true",
        "secret-of-producer, false",
        "secret-of-orders,   false",
        "wrong,              false",
    })
    void details_of_health_need_the_right_to_see_all_channels(String token, boolean seesDetails) {
        HttpResponse<String> answer = server.get("/actuator/health", "Authorization", "Bearer " + token);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body().endsWith("and a principal")).isEqualTo(seesDetails);
        assertThat(server.get("/actuator/health").body()).isEqualTo("anonymous PRODUCER");
    }

    @Test
    void an_open_server_shows_the_details_of_health() {
        try (TestServer open = TestServer.open(audit)) {
            assertThat(open.get("/actuator/health").body()).isEqualTo("local ADMIN and a principal");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer wrong",
                "Bearer ",
                "Bearer",
                "bearersecret-of-admin",
                "Basic YWRtaW46c2VjcmV0LW9mLWFkbWlu",
                "secret-of-admin"
            })
    void a_wrong_token_is_401_with_a_challenge(String header) {
        HttpResponse<String> answer = server.get("/dlq", "Authorization", header, "Accept", "text/html");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"redrive\"");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("\"status\":401", "none that this server knows");
    }

    @Test
    void no_token_is_401_and_says_what_to_send() {
        HttpResponse<String> answer = server.post("/dlq", "", "Accept", "*/*");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(answer.body()).contains("Authorization: Bearer TOKEN");
    }

    @Test
    void the_scheme_may_be_written_in_any_case() {
        assertThat(server.get("/dlq", "Authorization", "bearer secret-of-admin").statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_token_leaves_no_session_and_no_cookie() {
        HttpResponse<String> answer = server.get("/dlq", "Authorization", "Bearer secret-of-admin");

        assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
    }

    @Test
    void a_token_passes_two_filters() {
        assertThat(server.filtersOfPrograms())
                .hasSize(2)
                .hasAtLeastOneElementOfType(RequestFilter.class)
                .hasAtLeastOneElementOfType(RoleFilter.class);
    }

    @Test
    void health_and_assets_need_no_sign_in() {
        assertThat(server.get("/actuator/health").statusCode()).isEqualTo(200);
        assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        assertThat(server.get("/assets/redrive.css").body()).isEqualTo("anonymous PRODUCER");
        assertThat(server.get("/actuator/health", "Authorization", "Bearer wrong")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_path_that_can_be_read_in_two_ways_is_a_bad_request() {
        HttpResponse<String> answer = server.get("/dlq//audit", "Authorization", "Bearer secret-of-viewer");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void answers_have_the_security_headers() {
        HttpResponse<String> answer = server.get("/dlq", "Authorization", "Bearer secret-of-viewer");

        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .contains("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                        + " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.headers().firstValue("Referrer-Policy")).contains("same-origin");
        assertThat(answer.headers().firstValue("Permissions-Policy")).isPresent();
        assertThat(answer.headers().firstValue("Cross-Origin-Opener-Policy")).contains("same-origin");
        assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy")).contains("same-origin");
        assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
    }

    @Test
    void refusals_have_the_headers_too_and_https_has_one_more() {
        HttpResponse<String> answer = server.get("/dlq", "X-Forwarded-Proto", "https");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(answer.headers().firstValue("Strict-Transport-Security")).contains("max-age=31536000");
    }

    @Test
    void assets_may_be_cached() {
        assertThat(server.get("/assets/redrive.css").headers().firstValue("Cache-Control"))
                .isEmpty();
    }
}
