package dev.redrive.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenServerTest {
    private TestServer server;

    @BeforeAll
    void start() {
        server = TestServer.open(new RememberingAudit());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void a_caller_on_this_machine_is_its_administrator() {
        assertThat(server.get("/dlq").body()).isEqualTo("local ADMIN");
        assertThat(server.get("/dlq/audit").body()).isEqualTo("local ADMIN");
        assertThat(server.post("/dlq/1/retry", "", "Accept", "*/*").body()).isEqualTo("local ADMIN");
        assertThat(server.get("/dlq", "Authorization", "Bearer whatever").body())
                .isEqualTo("local ADMIN");
    }

    @Test
    void a_foreign_host_is_refused() throws IOException {
        assertThat(rawGet("/dlq", "evil.example:" + server.port()))
                .startsWith("HTTP/1.1 403")
                .contains("application/problem+json", "redrive.access.hosts");
        assertThat(rawGet("/dlq", "127.0.0.1:" + server.port())).startsWith("HTTP/1.1 200");
    }

    @Test
    void a_foreign_page_is_refused() {
        HttpResponse<String> answer = server.post("/dlq", "{}", "Origin", "https://evil.example");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(server.post("/dlq", "{}", "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(server.post("/dlq", "{}", "Origin", "http://localhost:" + server.port())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void no_answer_sets_a_cookie() {
        assertThat(server.get("/").headers().allValues("Set-Cookie")).isEmpty();
    }

    private String rawGet(String path, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
