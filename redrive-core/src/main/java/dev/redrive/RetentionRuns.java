package dev.redrive;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.retention.DueLetters;
import dev.redrive.internal.retention.RetentionRunner;
import dev.redrive.internal.retention.RetentionSchedule;
import dev.redrive.retention.DueCount;
import dev.redrive.retention.RetentionReport;
import dev.redrive.retention.RunResult;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.retention.RetentionRules;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs retention, and says what is due. */
public final class RetentionRuns {
    /** Counting looks through all settled letters. */
    private static final Duration COUNTS_LAST = Duration.ofMinutes(1);

    private static final int SOON_DAYS = 7;
    private static final int RUNS = 100;

    private final DeadLetterStore store;
    private final Optional<Rules> kept;
    private @Nullable Counts counts;

    /** What there is when letters are not kept for ever. */
    private record Rules(RetentionRunner runner, DueLetters due, RetentionSchedule schedule) {}

    private record Counts(Instant countedAt, List<DueCount> byDay) {}

    /** @param runner none when letters are kept for ever */
    RetentionRuns(DeadLetterStore store, Optional<RetentionRunner> runner, Events events) {
        this.store = store;
        this.kept = runner.map(
                one -> new Rules(one, new DueLetters(store, one.rules()), new RetentionSchedule(one, store.clock())));
        events.listen(event -> {
            if (event instanceof RedriveEvent.RetentionEnded) forgetCounts();
        });
    }

    /** Empty when letters are kept for ever. */
    public Optional<RetentionRules> rules() {
        return kept.map(rules -> rules.runner().rules());
    }

    /** What is due is counted at most once a minute. */
    public RetentionReport report() {
        LocalDate today = LocalDate.ofInstant(store.clock().instant(), ZoneOffset.UTC);
        List<DueCount> byDay = counts().byDay();
        return new RetentionReport(
                byDay.stream().filter(count -> !count.day().isAfter(today)).toList(),
                byDay.stream()
                        .filter(count -> count.day().isAfter(today))
                        .filter(count -> !count.day().isAfter(today.plusDays(SOON_DAYS)))
                        .toList(),
                store.holds().list().size(),
                store.retentionLog().running(),
                store.retentionLog().runs(RUNS),
                kept.map(rules -> rules.schedule().next()));
    }

    private synchronized Counts counts() {
        Instant now = store.clock().instant();
        Counts known = counts;
        if (known != null && now.isBefore(known.countedAt().plus(COUNTS_LAST))) return known;
        Counts fresh = new Counts(now, kept.map(rules -> rules.due().byDay()).orElse(List.of()));
        counts = fresh;
        return fresh;
    }

    /** What a run would do now; changes nothing. */
    public RunResult.Preview preview() {
        return kept.map(rules -> rules.due().preview()).orElse(new RunResult.Preview(List.of(), 0));
    }

    /**
     * Runs retention on this thread until nothing is due, the archive fails or this process stops.
     *
     * @throws IllegalStateException when letters are kept for ever
     */
    public RunResult run() {
        return kept.map(Rules::runner)
                .orElseThrow(
                        () -> new IllegalStateException("letters are kept for ever, so there is no retention to run"))
                .run();
    }

    private synchronized void forgetCounts() {
        counts = null;
    }

    /** Ends a run that is under way here between two batches. */
    void close() {
        kept.ifPresent(rules -> rules.schedule().close());
    }
}
