package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.TomcatWebServer;
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
    void an_unknown_path_is_answered_with_a_problem() throws IOException {
        assertThat(answer("GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404")
                .contains("application/problem+json")
                .contains("\"status\":404");
    }

    private HeadDeadline protocol() {
        return (HeadDeadline)
                ((TomcatWebServer) server).getTomcat().getConnector().getProtocolHandler();
    }

    @Test
    void a_head_that_does_not_come_to_its_end_costs_the_connection() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            socket.setSoTimeout(100);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: localh".getBytes(StandardCharsets.ISO_8859_1));

            assertThat(isClosedAfterLooking(socket)).isTrue();
        }
    }

    /** The server may not have read the first bytes yet when it looks, so it looks again. */
    private boolean isClosedAfterLooking(Socket socket) throws IOException {
        for (int look = 0; look < 100; look++) {
            protocol().closeThoseBehind(Duration.ZERO);
            try {
                return socket.getInputStream().read() < 0;
            } catch (SocketTimeoutException e) {
                // Still open.
            }
        }
        return false;
    }

    @Test
    void a_connection_that_waits_for_its_next_request_stays() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            socket.setSoTimeout(10_000);
            assertThat(head(socket)).startsWith("HTTP/1.1 404");

            protocol().closeThoseBehind(Duration.ZERO);

            assertThat(head(socket)).startsWith("HTTP/1.1 404");
        }
    }

    /** An answer without a body ends with an empty line. */
    private static String head(Socket socket) throws IOException {
        socket.getOutputStream()
                .write("HEAD /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) return "closed after " + answer;
            answer.append((char) next);
        }
        return answer.toString();
    }
}
