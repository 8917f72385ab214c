package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor finds what is broken, says what to do about it, and prints no secrets. */
class DoctorTest {
    @TempDir
    Path folder;

    /** Has a port that no other process gets, and does not listen. */
    private static Socket bound() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    /** The first query of a store may be reported as slow, which this test does not check. */
    private static CommandLine.Ended doctor(CommandLine cli) {
        return Await.until(
                "the store is well",
                Await.TIMEOUT,
                () -> cli.run("doctor"),
                ended -> Pattern.compile("store +ok").matcher(ended.out()).find());
    }

    @Test
    void what_is_broken_is_named_with_what_to_do() throws IOException, InterruptedException {
        try (Socket bound = bound();
                Service well = new Service(request -> 200);
                Service ill = new Service(request -> 503);
                ServerProcess server = Launch.in(folder)
                        .settings("""
                                redrive:
                                  channels:
                                    - { match: well, target: { http: { url: "%s", headers: { Authorization: "Bearer s3cret" } } } }
                                    - { match: ill, target: { http: { url: "%s", health: "%s" } } }
                                    - { match: gone, target: { http: { url: "http://localhost:%d/in?key=s3cret" } } }
                                """.formatted(well.url("/"), ill.url("/"), ill.url("/health"), bound.getLocalPort()))
                        .with("SLACK_WEBHOOK_URL", "http://localhost:" + bound.getLocalPort() + "/services/s3cret")
                        .with("ENABLE_SLACK_ALERTS", "true")
                        .with("REDRIVE_ADMIN_TOKEN", "the-token-of-admin-in-tests")
                        .serve()) {
            CommandLine cli = CommandLine.of(server, folder).with("REDRIVE_TOKEN", "the-token-of-admin-in-tests");

            CommandLine.Ended ended = doctor(cli);
            CommandLine.Ended json = cli.run("doctor", "--json");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out())
                    .containsPattern("store +ok")
                    .containsPattern("schema +ok")
                    .containsPattern("clock +ok")
                    .containsPattern("journal +ok")
                    .containsPattern("engine +ok")
                    .containsPattern("access +ok")
                    .containsPattern("kafka +ok +not configured")
                    .containsPattern("target well +ok")
                    .containsPattern("target ill +broken +.* answered 503")
                    .containsPattern("target gone +broken +cannot connect to localhost:" + bound.getLocalPort())
                    .containsPattern("alerts slack +broken")
                    .contains("target gone: see whether the target of gone runs");
            assertThat(json.code()).isEqualTo(1);
            assertThat(ended.out() + json.out()).doesNotContain("s3cret").doesNotContain("the-token-of-admin");
            assertThat(well.received()).isEmpty();
        }
    }

    @Test
    void warnings_are_no_failure() throws InterruptedException {
        try (ServerProcess server = Launch.in(folder).serve()) {
            server.api()
                    .capture("{\"channel\":\"nowhere\",\"payload\":1,\"error\":{\"type\":\"java.net.ConnectException\","
                            + "\"message\":\"Connection refused\"}}");

            CommandLine.Ended ended =
                    CommandLine.of(server, folder).run("doctor").expect(0);

            assertThat(ended.out())
                    .containsPattern("engine +warning +1 letter waits in channels without a target: nowhere")
                    .containsPattern("access +warning")
                    .contains(": warning");
        }
    }
}
