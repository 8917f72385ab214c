package dev.redrive.cli;

import dev.redrive.cli.command.Environment;
import dev.redrive.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * Runs everyday verbs once against a server that is none. The launcher has it run when it makes the archive of classes that
 * later starts are fast with: only classes that were loaded get into it.
 */
final class ClassArchiveTraining {
    private static final String ANSWER = """
            {"items":[{"id":"019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e","channel":"c","status":"PENDING","createdAt":"2026-01-01T00:00:00Z",\
            "retryCount":1,"maxRetries":5,"trend":[{"captured":1}],"title":"t","open":1,"count":1,"lastSeen":"2026-01-01T00:00:00Z",\
            "error":{"type":"a.B","message":"m"}}],"total":1,"nextCursor":null,"status":"healthy","reasons":["r"],"pending":1,\
            "byChannel":{"c":{"pending":1,"total":1}},"resolutionRate":0.5,"oldestAge":60,\
            "originalEvent":{"eventId":"e","payload":{"n":1.10,"s":"text"}},"origin":{"headers":{"h":"v"}},\
            "retryHistory":[{"attempt":1,"timestamp":"2026-01-01T00:00:00Z","result":"FAILED","processingDuration":5}]}""";

    private static final List<List<String>> VERBS = List.of(
            List.of("stats"),
            List.of("causes"),
            List.of("list", "--status", "FAILED", "--color", "always"),
            List.of("list", "--json"),
            List.of("show", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e", "--color", "always"),
            List.of("retry", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e"),
            List.of("list", "--help"),
            List.of("no-such-verb"),
            List.of("show", "no-id"));

    private ClassArchiveTraining() {}

    public static void main(String[] args) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> answer(socket));
            server.setDaemon(true);
            server.start();
            String url = "http://localhost:" + socket.getLocalPort();
            for (List<String> verb : VERBS) {
                for (int width : new int[] {80, Terminal.ENDLESS}) {
                    int unused = new Cli(environment(url, width)).run(verb);
                }
            }
        }
    }

    private static Environment environment(String url, int width) {
        return new Environment(
                Map.of("REDRIVE_URL", url, "PAGER", "cat"),
                new Terminal(false, width != Terminal.ENDLESS, true, width, 24),
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                InstantSource.system(),
                ZoneOffset.UTC);
    }

    private static void answer(ServerSocket socket) {
        byte[] body = ANSWER.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ";
        while (true) {
            try (Socket caller = socket.accept()) {
                int unused = caller.getInputStream().read(new byte[8192]);
                caller.getOutputStream().write((head + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                caller.getOutputStream().write(body);
                caller.shutdownOutput();
                long rest = caller.getInputStream().skip(Long.MAX_VALUE);
                if (rest < 0) return;
            } catch (IOException e) {
                return;
            }
        }
    }
}
