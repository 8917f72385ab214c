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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller that hangs up in the middle of a request causes no error of the server. */
class HangUpTest {
    private static final String WHOLE = "{\"payload\":1,\"error\":\"e\"}\n";

    @TempDir
    Path folder;

    @Test
    void a_closed_connection_leaves_no_error_in_the_log() throws IOException {
        try (ServerProcess server = Launch.in(folder).serve()) {
            for (String head : List.of(
                    "POST /dlq HTTP/1.1\r\nContent-Type: application/json",
                    "POST /dlq HTTP/1.1\r\nContent-Type: application/json;charset=UTF8",
                    "POST /dlq HTTP/1.1\r\nContent-Type: application/x-ndjson",
                    "POST /dlq/import HTTP/1.1\r\nContent-Type: application/x-ndjson",
                    "POST /dlq/bulk/archive HTTP/1.1\r\nContent-Type: application/json")) {
                hangUp(server, head, WHOLE + "{\"pay");
                hangUp(server, head, WHOLE + "x".repeat(200_000));
            }

            assertThat(server.said()).doesNotContain("ERROR").doesNotContain("Exception");
            assertThat(server.api()
                            .get("/dlq/stats")
                            .expect(200)
                            .json()
                            .path("total")
                            .asInt())
                    .as("what came before the end of a stream is kept")
                    .isEqualTo(2);
        }
    }

    /** Sends less than it says, ends, and waits until the server is through with it. */
    private static void hangUp(ServerProcess server, String head, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            String request = head + "\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes().length).isLessThan(10_000);
        }
    }
}
