package dev.redrive.server.alerts;

import dev.redrive.Letters;
import dev.redrive.RetentionRuns;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The numbers that rules look at, all from one moment. */
final class AlertNumbers {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** A share of fewer says nothing. */
    private static final long FEWEST_ENDED = 10;

    private final Letters letters;
    private final RetentionRuns retention;
    private final MinuteCounts minutes;
    private final Instant now;
    private final StatusCounts all;
    private final Map<String, StatusCounts> byChannel;

    AlertNumbers(Letters letters, RetentionRuns retention, MinuteCounts minutes, Instant now) {
        this.letters = letters;
        this.retention = retention;
        this.minutes = minutes;
        this.now = now;
        Tallies tallies = letters.tallies();
        all = tallies.byStatus();
        byChannel = tallies.byChannel();
    }

    Set<String> channels() {
        return byChannel.keySet();
    }

    StatusCounts counts(Optional<String> channel) {
        return channel.map(name -> byChannel.getOrDefault(name, StatusCounts.none()))
                .orElse(all);
    }

    OptionalDouble of(Subject subject, Optional<String> channel) {
        StatusCounts counts = counts(channel);
        return switch (subject) {
            case PENDING -> number(counts.of(LetterStatus.PENDING));
            case FAILED -> number(counts.of(LetterStatus.FAILED));
            case MANUAL -> number(counts.of(LetterStatus.MANUAL));
            case BACKLOG -> number(counts.of(LetterStatus.PENDING) + counts.of(LetterStatus.RETRYING));
            case QUEUE_SIZE -> number(counts.open());
            case INGESTION_PER_MINUTE -> OptionalDouble.of(ingestion(channel));
            case RESOLUTION_RATE -> resolutionRate(channel);
            case OLDEST_AGE -> OptionalDouble.of(oldestAge(channel, counts));
            case RETENTION_FAILURES -> number(retentionFailures());
            case RETENTION_OVERDUE -> number(retention.report().overdue(now).toSeconds());
            case NEW_CAUSE, CAUSE_REGRESSED -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble number(long count) {
        return OptionalDouble.of((double) count);
    }

    /** The newest runs that left something out, up to one that did not. */
    private long retentionFailures() {
        return retention.report().runs().stream()
                .takeWhile(run -> run.problem() != null)
                .count();
    }

    /** The minute that is not over yet, and of the one before it as much as makes a whole minute. */
    private double ingestion(Optional<String> channel) {
        Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
        List<StepSum> sums = minutes.sums(minute.minus(MINUTE), minute.plus(MINUTE), MINUTE, channel);
        double passed = Duration.between(minute, now).toMillis() / (double) MINUTE.toMillis();
        double captured = 0;
        for (StepSum sum : sums) {
            if (sum.measure() == Measure.CAPTURED)
                captured += sum.count() * (sum.start().isBefore(minute) ? 1 - passed : 1);
        }
        return captured;
    }

    /** Of the letters that ended in the last hour, the share that was resolved. */
    private OptionalDouble resolutionRate(Optional<String> channel) {
        Instant end = now.truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        List<StepSum> sums = minutes.sums(end.minus(HOUR), end, MINUTE, channel);
        long resolved = sum(sums, Measure.RESOLVED);
        long ended = resolved + sum(sums, Measure.FAILED);
        return ended < FEWEST_ENDED ? OptionalDouble.empty() : OptionalDouble.of(resolved / (double) ended);
    }

    private static long sum(List<StepSum> sums, Measure measure) {
        return sums.stream()
                .filter(sum -> sum.measure() == measure)
                .mapToLong(StepSum::count)
                .sum();
    }

    /** In seconds, of the oldest letter that still needs something to happen. */
    private double oldestAge(Optional<String> channel, StatusCounts counts) {
        if (counts.open() == 0) return 0;
        FilterBuilder filter = Filter.builder();
        for (LetterStatus status : LetterStatus.values()) {
            if (status.isOpen()) filter.status(status);
        }
        channel.ifPresent(filter::channel);
        Query oldest = Query.newest(filter.build(), 1).sorted(Query.Sort.CREATED_AT, Query.Direction.ASC);
        List<Summary> found = letters.search(oldest).items();
        if (found.isEmpty()) return 0;
        Duration age = Duration.between(found.get(0).id().createdAt(), now);
        return Math.max(0, age.toMillis() / 1000.0);
    }
}
