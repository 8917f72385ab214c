package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FastCaptureTest {
    private TestServer server;
    private TestServer open;

    @BeforeAll
    void start() {
        server = TestServer.closed(new RememberingAudit());
        open = TestServer.open(new RememberingAudit());
    }

    @AfterAll
    void stop() {
        server.close();
        open.close();
    }

    @Test
    void a_program_with_a_token_is_answered_at_once() {
        HttpResponse<String> answer = send("{}", "Authorization", "Bearer secret-of-producer");

        assertThat(answer.body()).isEqualTo("at once: producer PRODUCER");
        assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void the_gate_stands_before_it() {
        HttpResponse<String> wrong = send("{}", "Authorization", "Bearer wrong");
        HttpResponse<String> viewer = send("{}", "Authorization", "Bearer secret-of-viewer");

        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(viewer.statusCode()).isEqualTo(403);
        assertThat(viewer.body()).contains("POST /dlq needs the role producer");
    }

    @Test
    void without_a_token_a_request_may_be_a_browsers_and_goes_the_usual_way() {
        assertThat(send("{}", "Accept", "*/*").statusCode()).isEqualTo(401);
    }

    @Test
    void an_open_server_lets_this_machine_in_and_no_web_page() {
        assertThat(open.send(json(open, "/dlq", "{}")).body()).isEqualTo("at once: local ADMIN");
        assertThat(open.send(json(open, "/dlq", "{}").header("Origin", "https://evil.example"))
                        .statusCode())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%64lq", "/dlq/1", "/dlq/"})
    void only_the_one_spelling_of_the_path_is_taken(String path) {
        HttpResponse<String> answer =
                server.send(json(server, path, "{}").header("Authorization", "Bearer secret-of-operator"));

        assertThat(answer.body()).doesNotContain("at once");
    }

    @Test
    void what_it_does_not_take_goes_the_usual_way() {
        HttpResponse<String> answer = server.post("/dlq", "a=b", "Authorization", "Bearer secret-of-producer");

        assertThat(answer.body()).isEqualTo("producer PRODUCER");
    }

    @Test
    void what_goes_wrong_is_a_problem() {
        HttpResponse<String> bad = send("bad", "Authorization", "Bearer secret-of-producer");
        HttpResponse<String> worse = send("worse", "Authorization", "Bearer secret-of-producer");

        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(bad.body()).contains("this is bad", "\"instance\":\"/dlq\"");
        assertThat(worse.statusCode()).isEqualTo(500);
        assertThat(worse.body()).contains("reference").doesNotContain("insides");
    }

    private HttpResponse<String> send(String body, String... headers) {
        return server.send(json(server, "/dlq", body).headers(headers));
    }

    private static HttpRequest.Builder json(TestServer server, String path, String body) {
        return HttpRequest.newBuilder(server.at(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }
}
