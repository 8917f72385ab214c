package dev.redrive.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionReportTest {
    private static final Instant NOW = Instant.parse("2026-03-10T10:00:00Z");

    private static RetentionReport report(List<LocalDate> due, RetentionRun... runs) {
        return new RetentionReport(
                due.stream()
                        .map(day -> new DueCount(LetterStatus.RESOLVED, "orders", day, 7))
                        .toList(),
                List.of(),
                0,
                Optional.empty(),
                List.of(runs),
                Optional.empty());
    }

    private static RetentionRun run(Instant startedAt, @Nullable String problem) {
        return new RetentionRun("node-a", startedAt, startedAt.plusSeconds(5), 0, 0, 0, 0, 0, 0, problem);
    }

    @Test
    void nothing_due_is_not_overdue() {
        assertThat(report(List.of()).overdue(NOW)).isZero();
        assertThat(report(List.of(LocalDate.of(2026, 3, 10))).overdue(NOW)).isZero();
    }

    @Test
    void letters_are_overdue_since_the_end_of_their_day() {
        RetentionReport report = report(List.of(LocalDate.of(2026, 3, 9), LocalDate.of(2026, 3, 7)));

        assertThat(report.overdue(NOW)).isEqualTo(Duration.ofHours(2 * 24 + 10));
        assertThat(report.dueLetters()).isEqualTo(14);
    }

    @Test
    void what_was_due_before_the_last_run_without_problems_is_held_and_not_overdue() {
        RetentionReport report = report(
                List.of(LocalDate.of(2026, 1, 1)),
                run(NOW.minus(Duration.ofMinutes(10)), "the archive was away"),
                run(NOW.minus(Duration.ofHours(3)), null),
                run(NOW.minus(Duration.ofHours(9)), null));

        assertThat(report.overdue(NOW)).isEqualTo(Duration.ofHours(3));
    }
}
