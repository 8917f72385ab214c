package dev.redrive.endtoend.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies that stop in the middle or have malformed chunks are answered as the sender's mistake. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnreadableBodyTest {
    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String FIXED = "Content-Length: 1000";
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final String LETTER = "{\"payload\":1,\"error\":\"e\"}\n";

    private ServerProcess server;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = Launch.in(folder)
                .with("SERVER_TOMCAT_CONNECTION_TIMEOUT", "300ms")
                .serve();
    }

    /** None of this is a mistake of ours. */
    @AfterAll
    void stop() {
        try (ServerProcess running = server) {
            assertThat(running.said()).doesNotContain("ERROR").doesNotContain("Exception");
        }
    }

    @Test
    void a_body_that_pauses_for_too_long_is_408_and_ends_the_connection() throws IOException {
        for (String path : List.of("/dlq", "/dlq/replays", "/dlq/bulk/archive")) {
            for (String type : List.of(JSON, JSON + ";charset=UTF8")) {
                assertPaused(answer(path, type, FIXED, "{\"pay"));
                assertPaused(answer(path, type, CHUNKED, chunk("{\"pay")));
            }
        }
    }

    private static void assertPaused(Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(408);
        assertThat(answer.head()).contains("application/problem+json").containsIgnoringCase("connection: close");
        assertThat(answer.problem().path("status").asInt()).isEqualTo(408);
        assertThat(answer.problem().path("detail").asString()).contains("paused for too long");
    }

    @Test
    void a_chunk_that_is_none_is_400() throws IOException {
        for (String path : List.of("/dlq", "/dlq/replays", "/dlq/bulk/archive")) {
            for (String type : List.of(JSON, JSON + ";charset=UTF8"))
                assertBadChunk(answer(path, type, CHUNKED, chunk("{\"pay") + "ZZ\r\n"));
        }
    }

    private static void assertBadChunk(Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.head()).contains("application/problem+json");
        assertThat(answer.problem().path("detail").asString()).contains("chunk");
    }

    @Test
    void a_stream_that_pauses_for_too_long_gets_the_line_to_continue_from() throws IOException {
        Answer captured = answer("/dlq", LINES, FIXED, LETTER + LETTER + "{\"pay");
        Answer chunked = answer("/dlq", LINES, CHUNKED, chunk(LETTER + LETTER));
        Answer imported = answer("/dlq/import", LINES, FIXED, "\n\n{\"id\"");

        for (Answer answer : List.of(captured, chunked, imported)) {
            assertPaused(answer);
            assertThat(answer.problem().path("line").asInt()).isEqualTo(3);
        }
        assertThat(captured.problem().path("stored").asInt()).isEqualTo(2);
        assertThat(chunked.problem().path("stored").asInt()).isEqualTo(2);
        assertThat(imported.problem().path("stored").asInt(-1)).isZero();
        assertThat(captured.problem().path("instance").asString()).isEqualTo("/dlq");
    }

    @Test
    void a_stream_with_a_malformed_chunk_gets_the_line_to_continue_from() throws IOException {
        Answer captured = answer("/dlq", LINES, CHUNKED, chunk(LETTER + LETTER) + "ZZ\r\n");
        Answer imported = answer("/dlq/import", LINES, CHUNKED, chunk("\n\n") + "ZZ\r\n");

        for (Answer answer : List.of(captured, imported)) {
            assertBadChunk(answer);
            assertThat(answer.problem().path("line").asInt()).isEqualTo(3);
        }
        assertThat(captured.problem().path("stored").asInt()).isEqualTo(2);
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    /** The answer of the server before it closed the connection. */
    private record Answer(String head, String body) {
        int status() {
            return Integer.parseInt(head.split(" ", 3)[1]);
        }

        JsonNode problem() {
            return new JsonMapper().readTree(body);
        }
    }

    private Answer answer(String path, String type, String length, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\n" + length
                    + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] parts = answer.split("\r\n\r\n", 2);
            assertThat(parts).as(answer).hasSize(2);
            return new Answer(parts[0], unchunked(parts[1]));
        }
    }

    private static String unchunked(String body) {
        return body.substring(body.indexOf('{'), body.lastIndexOf('}') + 1);
    }
}
