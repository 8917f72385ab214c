package dev.redrive.retention;

import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What retention has to do, and what its last runs came to.
 *
 * @param due letters whose retention ends today or ended before, held ones included
 * @param soon letters whose retention ends within the seven days after today
 * @param holds how many legal holds there are
 * @param runningOn the node that runs it now
 * @param runs the last runs, the newest first
 * @param nextRun when this process runs it next by itself; empty when it does not
 */
public record RetentionReport(
        List<DueCount> due,
        List<DueCount> soon,
        int holds,
        Optional<String> runningOn,
        List<RetentionRun> runs,
        Optional<Instant> nextRun) {
    public RetentionReport {
        due = List.copyOf(due);
        soon = List.copyOf(soon);
        runs = List.copyOf(runs);
    }

    public long dueLetters() {
        return due.stream().mapToLong(DueCount::letters).sum();
    }

    /**
     * How long the oldest letter that is due and not held has been so, in whole days of letters; zero when there is none. What was
     * due before the last run that did all it should is held.
     */
    public Duration overdue(Instant now) {
        Optional<Instant> allDueSince = due.stream()
                .map(DueCount::day)
                .min(Comparator.naturalOrder())
                .map(day -> day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
        Instant lastRun = runs.stream()
                .filter(run -> run.problem() == null)
                .findFirst()
                .map(RetentionRun::startedAt)
                .orElse(Instant.MIN);
        return allDueSince
                .map(since -> Duration.between(since.isAfter(lastRun) ? since : lastRun, now))
                .filter(overdue -> !overdue.isNegative())
                .orElse(Duration.ZERO);
    }
}
