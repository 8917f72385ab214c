package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.access.signin.OidcCallers;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings.Oidc;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.UriComponentsBuilder;

class OidcLoginTest {
    private final RememberingAudit audit = new RememberingAudit();
    private final FakeProvider provider = new FakeProvider();
    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.withProvider(new Oidc(provider.issuer(), "redrive", "hush", "realm_access.roles"), audit);
    }

    @AfterEach
    void stop() {
        server.close();
        provider.close();
    }

    @Test
    void a_user_signs_in_with_the_provider() {
        HttpResponse<String> answer =
                signIn(Map.of("realm_access", Map.of("roles", List.of("redrive-operator", "other"))));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("content=\"0;url=/\"");
        assertThat(SessionTest.cookie(answer, "REDRIVE_SESSION")).contains("HttpOnly", "SameSite=Strict");
        assertThat(server.get("/dlq", "Cookie", SessionTest.cookies(answer)).body())
                .isEqualTo("ada OPERATOR");
        assertThat(audit.lines()).containsExactly("ada: log in ada");
    }

    @Test
    void a_user_without_a_role_is_refused() {
        HttpResponse<String> answer = signIn(Map.of("realm_access", Map.of("roles", List.of("other"))));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("redrive-viewer", "realm_access.roles");
        assertThat(audit.lines()).containsExactly("anonymous: log in failed unknown");
    }

    @Test
    void an_unrequested_answer_is_refused() {
        HttpResponse<String> answer = server.get("/login/oauth2/code/oidc?code=abc&state=made-up");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(SessionTest.cookie(answer, "REDRIVE_SESSION")).isEmpty();
    }

    @Test
    void an_answer_is_taken_in_the_browser_that_asked_only() {
        URI redirect = redirect(server.get("/oauth2/authorization/oidc"));

        HttpResponse<String> answer =
                server.get("/login/oauth2/code/oidc?code=abc&state=" + parameter(redirect, "state"));

        assertThat(answer.statusCode()).isEqualTo(401);
    }

    @Test
    void while_the_provider_is_away_programs_work_and_sign_in_says_so() {
        provider.close();

        HttpResponse<String> answer = server.get("/oauth2/authorization/oidc");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains(provider.issuer(), "Sign in with a token");
        assertThat(server.get("/dlq", "Authorization", "Bearer secret-of-viewer")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void the_highest_role_of_the_claim_counts() {
        assertThat(OidcCallers.role(Map.of("roles", List.of("viewer", "redrive-admin", "operator")), "roles"))
                .contains(Role.ADMIN);
        assertThat(OidcCallers.role(Map.of("roles", "redrive-viewer other"), "roles"))
                .contains(Role.VIEWER);
        assertThat(OidcCallers.role(
                        Map.of("https://example.com/roles", List.of("operator")), "https://example.com/roles"))
                .contains(Role.OPERATOR);
        assertThat(OidcCallers.role(Map.of("roles", List.of("producer", "Admin", "redrive")), "roles"))
                .isEmpty();
        assertThat(OidcCallers.role(Map.of(), "roles")).isEmpty();
    }

    private HttpResponse<String> signIn(Map<String, Object> claims) {
        HttpResponse<String> start = server.get("/oauth2/authorization/oidc");
        URI redirect = redirect(start);
        assertThat(redirect.toString()).startsWith(provider.issuer()).contains("code_challenge=");
        provider.willSay(parameter(redirect, "nonce"), claims);
        return server.get(
                "/login/oauth2/code/oidc?code=abc&state=" + parameter(redirect, "state"),
                "Cookie",
                SessionTest.cookies(start));
    }

    private static URI redirect(HttpResponse<String> answer) {
        return URI.create(answer.headers().firstValue("Location").orElseThrow());
    }

    private static String parameter(URI uri, String name) {
        return String.valueOf(
                UriComponentsBuilder.fromUri(uri).build(true).getQueryParams().getFirst(name));
    }
}
