package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.access.signin.LoginThrottle;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Time stands still, or a slow machine would take long enough to be let in again. */
class GuessingTest {
    @Test
    void repeated_wrong_tokens_have_to_wait_and_the_log_does_not_grow_meanwhile() {
        RememberingAudit audit = new RememberingAudit();
        try (TestServer server = TestServer.closed(audit, 1_000, () -> 0)) {
            for (int i = 0; i < LoginThrottle.FREE; i++)
                assertThat(login(server, "guess-" + i).statusCode()).isEqualTo(401);

            HttpResponse<String> answer = login(server, "secret-of-admin");

            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(audit.lines()).hasSize(LoginThrottle.FREE);
            assertThat(server.get("/dlq", "Authorization", "Bearer secret-of-admin")
                            .statusCode())
                    .as("programs are not locked out")
                    .isEqualTo(200);
        }
    }

    @Test
    void too_many_requests_are_answered_with_a_time_to_retry() {
        try (TestServer server = TestServer.closed(new RememberingAudit(), 1, () -> 0)) {
            String[] token = {"Authorization", "Bearer secret-of-viewer"};
            int passed = 0;
            HttpResponse<String> answer = server.get("/dlq", token);
            while (answer.statusCode() == 200 && passed++ < 100) answer = server.get("/dlq", token);

            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.body()).contains("requests-per-second");
            assertThat(server.get("/actuator/health").statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> login(TestServer server, String token) {
        HttpResponse<String> page = server.get("/login");
        String form = "token=" + token + "&_csrf=" + URLEncoder.encode(page.body(), StandardCharsets.UTF_8);
        return server.post("/login", form, "Cookie", SessionTest.cookies(page));
    }
}
