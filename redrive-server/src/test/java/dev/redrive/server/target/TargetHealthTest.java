package dev.redrive.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TargetHealthTest {
    private final AtomicLong nanos = new AtomicLong();
    private Receiver receiver;
    private TargetHealth health;

    @BeforeEach
    void open() throws Exception {
        receiver = new Receiver();
        health = asking(receiver.url("/health?key=hidden"), Duration.ofSeconds(20));
    }

    private TargetHealth asking(URI url, Duration timeout) {
        return new TargetHealth(Map.of("orders", new TargetHealth.Check(url, timeout)), nanos::get);
    }

    @AfterEach
    void close() {
        health.close();
        receiver.close();
    }

    @Test
    void a_target_that_answers_well_is_well() throws Exception {
        assertThat(health.trouble("orders")).isEmpty();

        assertThat(receiver.next().method()).isEqualTo("GET");
    }

    @Test
    void one_without_a_health_check_is_taken_to_be_healthy() {
        assertThat(health.trouble("bills")).isEmpty();
        assertThat(receiver.gotNothing()).isTrue();
    }

    @Test
    void one_that_answers_with_an_error_says_so_without_secrets() {
        receiver.saying(503, "", Map.of());

        assertThat(health.trouble("orders").orElseThrow())
                .endsWith("/health answered 503")
                .doesNotContain("hidden");
    }

    @Test
    void an_answer_is_good_for_a_few_seconds() throws Exception {
        assertThat(health.trouble("orders")).isEmpty();
        receiver.next();
        receiver.saying(500, "", Map.of());

        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(health.trouble("orders")).isEmpty();
        assertThat(receiver.gotNothing()).isTrue();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(health.trouble("orders")).isPresent();
    }

    @Test
    void one_that_is_not_there_is_not_well() {
        receiver.close();

        assertThat(health.trouble("orders").orElseThrow()).startsWith("cannot connect to");
    }

    @Test
    void one_that_does_not_answer_in_time_is_not_well() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TargetHealth asked =
                        asking(URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"), Duration.ofMillis(50))) {
            assertThat(asked.trouble("orders").orElseThrow()).contains("within 50 ms");
        }
    }
}
