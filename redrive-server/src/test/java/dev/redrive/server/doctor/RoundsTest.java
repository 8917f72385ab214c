package dev.redrive.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RoundsTest {
    @Test
    void one_that_hangs_keeps_nobody_waiting() {
        CountDownLatch never = new CountDownLatch(1);
        Look hangs = new Look("slow", "wake it up", () -> {
            never.await();
            return Check.ok("slow", "");
        });
        Look works = new Look("quick", "", () -> Check.ok("quick", "well"));

        try (Rounds rounds = new Rounds(Duration.ofSeconds(2))) {
            List<Check> checks = rounds.make(List.of(hangs, works, hangs));

            assertThat(checks)
                    .containsExactly(
                            Check.broken("slow", "no answer within 2000 ms", "wake it up"),
                            Check.ok("quick", "well"),
                            Check.broken("slow", "no answer within 2000 ms", "wake it up"));
        }
    }

    @Test
    void what_fails_is_told_in_one_line_without_the_password() {
        Look fails = new Look("store", "see the database", () -> {
            throw new IOException("cannot reach\npostgresql://jo:secret@db:5432/x");
        });

        try (Rounds rounds = new Rounds(Duration.ofSeconds(20))) {
            assertThat(rounds.make(List.of(fails)))
                    .containsExactly(Check.broken("store", "cannot reach postgresql://db:5432/x", "see the database"));
        }
    }
}
