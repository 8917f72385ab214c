package dev.redrive.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CheckRunnerTest {
    @Test
    void one_that_hangs_delays_no_other() {
        CountDownLatch never = new CountDownLatch(1);
        HealthCheck hangs = new HealthCheck("slow", "wake it up", () -> {
            never.await();
            return CheckResult.ok("slow", "");
        });
        HealthCheck works = new HealthCheck("quick", "", () -> CheckResult.ok("quick", "well"));

        try (CheckRunner rounds = new CheckRunner(Duration.ofSeconds(2))) {
            List<CheckResult> checks = rounds.run(List.of(hangs, works, hangs));

            assertThat(checks)
                    .containsExactly(
                            CheckResult.broken("slow", "no answer within 2000 ms", "wake it up"),
                            CheckResult.ok("quick", "well"),
                            CheckResult.broken("slow", "no answer within 2000 ms", "wake it up"));
        }
    }

    @Test
    void a_failure_is_one_line_without_the_password() {
        HealthCheck fails = new HealthCheck("store", "see the database", () -> {
            throw new IOException("cannot reach\npostgresql://jo:secret@db:5432/x");
        });

        try (CheckRunner rounds = new CheckRunner(Duration.ofSeconds(20))) {
            assertThat(rounds.run(List.of(fails)))
                    .containsExactly(
                            CheckResult.broken("store", "cannot reach postgresql://db:5432/x", "see the database"));
        }
    }
}
