package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionTest {
    private static final String PAGE = "text/html,application/xhtml+xml";

    private final RememberingAudit audit = new RememberingAudit();
    private TestServer server;

    @BeforeAll
    void start() {
        server = TestServer.closed(audit);
    }

    @BeforeEach
    void forget() {
        audit.clear();
        audit.isBroken(false);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void a_token_is_exchanged_for_a_session() {
        HttpResponse<String> answer = login("token=secret-of-viewer");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).contains("/");
        assertThat(server.get("/dlq", "Cookie", cookies(answer)).body()).isEqualTo("viewer VIEWER");
        assertThat(audit.lines()).containsExactly("viewer: log in viewer");
    }

    @Test
    void the_name_of_a_token_may_be_given_and_then_must_be_right() {
        assertThat(login("name=viewer&token=secret-of-viewer").headers().firstValue("Location"))
                .contains("/");
        assertThat(login("name=admin&token=secret-of-viewer").headers().firstValue("Location"))
                .contains("/login?error");
    }

    @Test
    void people_who_share_a_token_are_told_apart_by_the_names_they_give() {
        HttpResponse<String> answer = login("name=+dora+&token=secret-of-viewer");

        assertThat(server.get("/dlq", "Cookie", cookies(answer)).body()).isEqualTo("dora (viewer) VIEWER");
        assertThat(audit.lines()).containsExactly("dora (viewer): log in dora (viewer)");
    }

    @Test
    void the_session_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        assertThat(cookie(login("token=secret-of-viewer"), "REDRIVE_SESSION"))
                .contains("HttpOnly", "SameSite=Strict")
                .doesNotContain("Secure");
    }

    @Test
    void a_session_ends_after_eight_hours_without_a_request() {
        assertThat(server.sessionTimeout()).isEqualTo(Duration.ofHours(8));
    }

    @Test
    void over_https_every_cookie_is_secure() {
        HttpResponse<String> page = server.get("/login", "X-Forwarded-Proto", "https");
        HttpResponse<String> answer = server.post(
                "/login",
                "token=secret-of-viewer&_csrf=" + encoded(page.body()),
                "Cookie",
                cookies(page),
                "X-Forwarded-Proto",
                "https");

        assertThat(cookie(page, "REDRIVE_CSRF")).contains("Secure", "HttpOnly", "SameSite=Strict");
        assertThat(cookie(answer, "REDRIVE_SESSION")).contains("Secure", "HttpOnly", "SameSite=Strict");
    }

    @Test
    void a_new_sign_in_gets_a_new_session() {
        HttpResponse<String> first = login("token=secret-of-viewer");
        String before = cookies(first);
        String token = formToken(before);

        HttpResponse<String> second = server.post(
                "/login", "token=secret-of-admin&_csrf=" + encoded(token), "Cookie", all(before), "Accept", PAGE);

        assertThat(second.statusCode()).isEqualTo(303);
        assertThat(cookie(second, "REDRIVE_SESSION")).isNotEqualTo(cookie(first, "REDRIVE_SESSION"));
        assertThat(server.get("/dlq", "Cookie", before).statusCode()).isEqualTo(401);
        assertThat(server.get("/dlq", "Cookie", cookies(second)).body()).isEqualTo("admin ADMIN");
    }

    @Test
    void a_wrong_token_is_reported_and_recorded_without_what_was_typed() {
        HttpResponse<String> answer = login("name=secret-of-admin&token=wrong");

        assertThat(answer.headers().firstValue("Location")).contains("/login?error");
        assertThat(audit.lines()).containsExactly("anonymous: log in failed unknown");
    }

    @Test
    void a_producers_token_opens_no_pages() {
        assertThat(login("token=secret-of-producer").headers().firstValue("Location"))
                .contains("/login?error");
    }

    @Test
    void sign_in_is_refused_when_the_audit_log_cannot_be_written() {
        audit.isBroken(true);

        HttpResponse<String> answer = login("token=secret-of-admin");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(server.get("/dlq", "Cookie", "x=y; " + cookies(answer)).statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_login_without_the_form_token_is_refused() {
        HttpResponse<String> answer = server.post("/login", "token=secret-of-admin", "Accept", "*/*");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("form token", "X-CSRF-TOKEN");
    }

    @Test
    void a_session_changes_nothing_without_the_form_token() {
        String cookies = cookies(login("token=secret-of-operator"));

        assertThat(server.post("/dlq/1/retry", "", "Cookie", cookies).statusCode())
                .isEqualTo(403);
        assertThat(server.post("/dlq/1/retry", "", "Cookie", cookies, "X-CSRF-TOKEN", "made-up")
                        .statusCode())
                .isEqualTo(403);
        assertThat(server.post("/dlq/1/retry", "", "Cookie", cookies, "Authorization", "Bearer wrong")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_session_changes_things_with_the_form_token_in_a_header_or_in_a_field() {
        String session = cookies(login("token=secret-of-operator"));
        HttpResponse<String> page = server.get("/login", "Cookie", session);
        String cookies = session + "; " + cookies(page);

        assertThat(server.post("/dlq/1/retry", "", "Cookie", cookies, "X-CSRF-TOKEN", page.body())
                        .body())
                .isEqualTo("operator OPERATOR");
        assertThat(server.post("/dlq/1/retry", "_csrf=" + encoded(page.body()), "Cookie", cookies)
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.post(
                                "/dlq/1/retry",
                                "",
                                "Cookie",
                                cookies,
                                "X-CSRF-TOKEN",
                                page.body(),
                                "Sec-Fetch-Site",
                                "cross-site")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_session_may_do_what_its_role_may() {
        String cookies = cookies(login("token=secret-of-viewer"));

        assertThat(server.get("/dlq/audit", "Cookie", cookies).statusCode()).isEqualTo(403);
        HttpResponse<String> page = server.get("/audit", "Cookie", cookies, "Accept", PAGE);
        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.body())
                .contains("GET /audit needs the role admin, and viewer is viewer")
                .contains("aria-label=\"Main\"", ">Inbox<", "Sign out")
                .doesNotContain("href=\"/audit\"", "name=\"token\"");
    }

    @Test
    void a_browser_is_led_to_the_login_page_and_back() {
        HttpResponse<String> asked = server.get("/letters/7f3?tab=2", "Accept", PAGE);
        HttpResponse<String> page = server.get("/login");

        HttpResponse<String> answer = server.post(
                "/login",
                "token=secret-of-viewer&_csrf=" + encoded(page.body()),
                "Cookie",
                cookies(page) + "; " + cookies(asked),
                "Accept",
                PAGE);

        assertThat(asked.statusCode()).isEqualTo(303);
        assertThat(asked.headers().firstValue("Location")).contains("/login");
        assertThat(answer.headers().firstValue("Location")).contains("/letters/7f3?tab=2");
    }

    @Test
    void a_made_up_next_page_does_not_lead_elsewhere() {
        HttpResponse<String> page = server.get("/login");

        for (String next : List.of("Ly9ldmlsLmV4YW1wbGU", "aHR0cHM6Ly9ldmlsLmV4YW1wbGU", "L1xldmlsLmV4YW1wbGU", "%%")) {
            HttpResponse<String> answer = server.post(
                    "/login",
                    "token=secret-of-viewer&_csrf=" + encoded(page.body()),
                    "Cookie",
                    cookies(page) + "; REDRIVE_NEXT=" + next,
                    "Accept",
                    PAGE);
            assertThat(answer.headers().firstValue("Location")).as(next).contains("/");
        }
    }

    @Test
    void a_link_in_a_message_opens_although_the_cookie_is_strict() {
        HttpResponse<String> answer =
                server.get("/letters/7f3?a=1&b=%22", "Accept", PAGE, "Sec-Fetch-Site", "cross-site");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("content=\"0;url=/letters/7f3?a=1&amp;b=%22\"");
    }

    @Test
    void a_script_of_a_page_is_sent_to_the_login_page() {
        HttpResponse<String> answer = server.get("/dlq", "HX-Request", "true", "Accept", "text/html, */*");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("HX-Redirect")).contains("/login");
    }

    @Test
    void after_logging_out_the_session_is_over() {
        String session = cookies(login("token=secret-of-viewer"));
        HttpResponse<String> page = server.get("/login", "Cookie", session);
        String cookies = session + "; " + cookies(page);

        HttpResponse<String> forged = server.post("/logout", "", "Cookie", cookies);
        HttpResponse<String> answer = server.post("/logout", "_csrf=" + encoded(page.body()), "Cookie", cookies);

        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Location")).contains("/login?out");
        assertThat(server.get("/dlq", "Cookie", session).statusCode()).isEqualTo(401);
    }

    @Test
    void a_request_without_sign_in_gets_no_session() {
        assertThat(server.get("/login").headers().allValues("Set-Cookie"))
                .noneMatch(set -> set.startsWith("REDRIVE_SESSION"));
        assertThat(server.get("/", "Accept", PAGE).headers().allValues("Set-Cookie"))
                .noneMatch(set -> set.startsWith("REDRIVE_SESSION"));
    }

    private HttpResponse<String> login(String form) {
        HttpResponse<String> page = server.get("/login");
        return server.post("/login", form + "&_csrf=" + encoded(page.body()), "Cookie", cookies(page), "Accept", PAGE);
    }

    private String lastFormCookie = "";

    private String formToken(String session) {
        HttpResponse<String> page = server.get("/login", "Cookie", session);
        lastFormCookie = cookies(page);
        return page.body();
    }

    private String all(String session) {
        return session + "; " + lastFormCookie;
    }

    static String cookie(HttpResponse<String> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith(name + "="))
                .findFirst()
                .orElse("");
    }

    static String cookies(HttpResponse<String> answer) {
        List<String> pairs = new ArrayList<>();
        for (String set : answer.headers().allValues("Set-Cookie")) {
            String pair = set.substring(0, (set + ";").indexOf(';'));
            if (!pair.endsWith("=")) pairs.add(pair);
        }
        return String.join("; ", pairs);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
