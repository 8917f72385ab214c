package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;

class TomcatProblemsTest {
    private final TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
    private final WebServer server = start();

    private WebServer start() {
        new TomcatProblems().customize(factory);
        return factory.getWebServer();
    }

    @BeforeEach
    void listen() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private String answer(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_request_that_no_application_sees_is_answered_with_a_problem() throws IOException {
        assertThat(answer("GET /<nonsense> HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json")
                .contains("\"status\":400")
                .doesNotContain("<html");
    }

    @Test
    void a_path_that_nobody_serves_is_answered_with_a_problem() throws IOException {
        assertThat(answer("GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404")
                .contains("application/problem+json")
                .contains("\"status\":404");
    }
}
