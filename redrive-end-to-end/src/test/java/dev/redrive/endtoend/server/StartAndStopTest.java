package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartAndStopTest {
    private static final String LETTER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000}, "error": "an error without a rule"}""";

    @Test
    void it_starts_without_settings_prints_its_store_and_address_and_stops_on_a_signal(@TempDir Path folder)
            throws InterruptedException {
        try (ServerProcess server = Launch.in(folder).serve()) {
            assertThat(server.out()).as(server.said()).hasSize(2);
            assertThat(server.out().get(0))
                    .contains("without an archive, are gone for good 30 days after their last change");
            assertThat(server.out().get(1)).contains("http://localhost:" + server.port());
            assertThat(folder.resolve("data/redrive.db")).isRegularFile();
            assertThat(server.api().get("/actuator/health").expect(200).text("status"))
                    .isEqualTo("UP");
            assertThat(server.api().get("/dlq/stats").expect(200).text("status"))
                    .isEqualTo("healthy");

            int code = server.stop();

            assertThat(code).as(server.said()).isIn(0, 143);
        }
    }

    @Test
    void a_letter_that_was_answered_for_survives_a_kill(@TempDir Path folder) {
        String id;
        try (ServerProcess server = Launch.in(folder).serve()) {
            id = server.api().capture(LETTER);

            server.kill();
        }

        try (ServerProcess server = Launch.in(folder).serve()) {
            assertThat(server.api().get("/dlq/" + id).expect(200).body())
                    .contains("{\"id\": 9007199254740993, \"price\": 0.1000}")
                    .contains("\"status\":\"MANUAL\"");
        }
    }

    @Test
    void a_stop_lets_an_attempt_under_way_come_to_its_end(@TempDir Path folder) throws InterruptedException {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Service target = new Service(request -> {
            arrived.countDown();
            return goOn.await(30, TimeUnit.SECONDS) ? 200 : 500;
        })) {
            Launch launch = Launch.in(folder).settings("""
                    redrive:
                      channels:
                        - { match: slow, target: { http: { url: "%s", timeout: 30s } } }
                      policies:
                        - { retryability: transient, strategy: exponential, base: 10ms, max: 10ms }
                    """.formatted(target.url("/slow")));
            String id;
            try (ServerProcess server = launch.serve()) {
                id = server.api()
                        .capture("{\"channel\":\"slow\",\"payload\":1,"
                                + "\"error\":{\"type\":\"java.net.ConnectException\",\"message\":\"refused\"}}");
                assertThat(arrived.await(30, TimeUnit.SECONDS))
                        .as(server.said())
                        .isTrue();

                server.askToStop();
                goOn.countDown();
                int code = server.stop();

                assertThat(code).as(server.said()).isIn(0, 143);
            }

            try (ServerProcess server = launch.serve()) {
                assertThat(server.api().letter(id).path("status").asString()).isEqualTo("RESOLVED");
                assertThat(target.received()).hasSize(1);
            }
        }
    }
}
