package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages about settings, which the server checks before it starts. */
class SettingsTest {
    @TempDir
    Path folder;

    @Test
    void good_settings_are_reported_as_valid() throws InterruptedException {
        Launch launch = Launch.in(folder).settings("""
                redrive:
                  store: sqlite:./data/redrive.db
                  channels:
                    - match: payment.*
                      target: { http: { url: "http://localhost:9000/payments", timeout: 5s } }
                      ordered: true
                      rate-per-second: 50
                  classification:
                    - { error-type: "*QuotaExceeded*", category: RATE_LIMIT }
                  policies:
                    - { category: RATE_LIMIT, strategy: off-peak, hours: [2, 3, 4], zone: UTC }
                    - { retryability: transient, strategy: exponential, base: 1s, max: 5m, jitter: 0.3, max-retries: 5 }
                    - { channel: "ledger.*", strategy: ladder, steps: [1m, 5m, 15m, 30m, 1h] }
                  alerts:
                    - { name: DLQBacklogGrowing, when: "backlog > 10000", severity: critical }
                  retention: { resolved: 30d, failed: 90d, archived: 1y }
                """);

        Launch.Ended ended = launch.run("serve", "--check");

        assertThat(ended.code()).as(ended.toString()).isZero();
        assertThat(ended.out()).contains("the settings are right");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void every_mistake_is_named_with_its_key_its_value_and_what_is_allowed() throws InterruptedException {
        Launch launch = Launch.in(folder).settings("""
                redrive:
                  http:
                    prot: 9090
                  policies:
                    - { retryability: transient, strategy: sometimes }
                """);

        Launch.Ended ended = launch.run("serve", "--check");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .contains("redrive: there are 2 mistakes in the settings:\n  - redrive.http.prot (")
                .contains("port")
                .contains("redrive.policies[0].strategy")
                .contains("sometimes")
                .contains("exponential");
    }

    @Test
    void a_check_says_when_this_machine_would_not_let_it_start() throws IOException, InterruptedException {
        Path other = Files.writeString(folder.resolve("letters.txt"), "these are no letters");

        Launch.Ended noFolder = Launch.in(folder).run("serve", "--check", "--store", "sqlite:" + other + "/redrive.db");
        Launch.Ended noDatabase = Launch.in(folder).run("serve", "--check", "--store", "sqlite:" + other);
        Launch.Ended noAddress = Launch.in(folder)
                .with("REDRIVE_ADMIN_TOKEN", "an-admin-token-for-tests")
                .run("serve", "--check", "--bind", "192.0.2.1");

        assertThat(noFolder.code()).isEqualTo(1);
        assertThat(noFolder.err()).contains("cannot start").contains(other.toString());
        assertThat(noDatabase.code()).isEqualTo(1);
        assertThat(noDatabase.err()).contains("is no SQLite database");
        assertThat(noAddress.code()).isEqualTo(1);
        assertThat(noAddress.err()).contains("192.0.2.1 is no address of this machine");
    }

    @Test
    void logs_in_json_are_json_from_the_first_line() {
        try (ServerProcess server = Launch.in(folder)
                .settings("redrive: { http: { logs: json } }")
                .with("REDRIVE_NO_SUCH_KEY", "x")
                .serve()) {
            assertThat(server.said().lines().filter(line -> !line.isEmpty() && !line.startsWith("---")))
                    .isNotEmpty()
                    .allMatch(line -> line.startsWith("{\"@timestamp\"") && line.endsWith("}"))
                    .anyMatch(line -> line.contains("is ready at"))
                    .anyMatch(line -> line.contains("REDRIVE_NO_SUCH_KEY"));
        }
    }

    @Test
    void a_server_with_mistakes_in_its_settings_does_not_start() throws InterruptedException {
        Launch.Ended ended = Launch.in(folder).with("DLQ_MAX_RETRIES", "many").run("serve", "--port", "0");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("DLQ_MAX_RETRIES").contains("many");
    }

    @Test
    void a_settings_file_that_is_not_there_is_a_mistake() throws InterruptedException {
        Launch.Ended ended = Launch.in(folder).run("serve", "--check", "--config", "nowhere.yaml");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("nowhere.yaml");
    }

    @Test
    void an_unknown_option_is_wrong_usage() throws InterruptedException {
        Launch.Ended ended = Launch.in(folder).run("serve", "--prot", "9090");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--prot").contains("--port");
    }

    @Test
    void without_credentials_no_other_machine_is_let_in() throws InterruptedException {
        Launch.Ended ended = Launch.in(folder).run("serve", "--port", "0", "--bind", "0.0.0.0");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("0.0.0.0").contains("credentials").contains("REDRIVE_ADMIN_TOKEN");
    }

    @Test
    void with_a_token_other_machines_are_let_in_and_have_to_show_it() {
        String token = "an-admin-token-for-tests";
        try (ServerProcess server =
                Launch.in(folder).with("REDRIVE_ADMIN_TOKEN", token).serve("--bind", "0.0.0.0")) {
            server.api().get("/dlq").expect(401);
            server.api().as(token).get("/dlq").expect(200);
            assertThat(server.said()).doesNotContain(token);
        }
    }

    @Test
    void a_taken_port_is_named() throws IOException, InterruptedException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(other.getLocalPort());

            Launch.Ended ended = Launch.in(folder).run("serve", "--port", port);

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("port " + port + " is taken");
        }
    }
}
