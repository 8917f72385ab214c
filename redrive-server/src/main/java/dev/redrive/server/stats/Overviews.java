package dev.redrive.server.stats;

import dev.redrive.Letters;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.server.caller.Scope;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Makes overviews from kept counters. A letter is counted as soon as its capture was answered. */
@Component
public final class Overviews {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Letters letters;
    private final Series series;
    private final InstantSource clock;
    private final Runnable hurry;
    private final SharedAnswer<Scope, Overview> together = new SharedAnswer<>();

    @Autowired
    Overviews(Letters letters, MinuteCounts minutes, InstantSource clock, SeriesRecorder recorder) {
        this(letters, minutes, clock, recorder::flush);
    }

    /** @param hurry hands over what was counted and is not in the store yet */
    public Overviews(Letters letters, MinuteCounts minutes, InstantSource clock, Runnable hurry) {
        this.letters = letters;
        this.series = new Series(letters, minutes);
        this.clock = clock;
        this.hurry = hurry;
    }

    public Overview of(Scope scope) {
        return together.get(scope, () -> make(scope));
    }

    private Overview make(Scope scope) {
        Instant now = clock.instant();
        hurry.run();
        Tallies tallies = scope.limit(letters.tallies());
        Instant end = now.truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        List<StepSum> minutes = series.read(scope, end.minus(HOUR), end, MINUTE);
        return new Overview(tallies, ingestion(minutes, now), flow(minutes), oldestAge(scope, tallies.byStatus(), now));
    }

    /** The minute that is not over yet, and of the one before it as much as makes a whole minute. */
    private static double ingestion(List<StepSum> minutes, Instant now) {
        Instant thisMinute = now.truncatedTo(ChronoUnit.MINUTES);
        double passed = Duration.between(thisMinute, now).toMillis() / (double) MINUTE.toMillis();
        double captured = captured(minutes, thisMinute) + captured(minutes, thisMinute.minus(MINUTE)) * (1 - passed);
        return Math.round(captured * 10) / 10.0;
    }

    private static long captured(List<StepSum> sums, Instant minute) {
        return sums.stream()
                .filter(sum -> sum.start().equals(minute) && sum.measure() == Measure.CAPTURED)
                .mapToLong(StepSum::count)
                .sum();
    }

    private static Overview.Flow flow(List<StepSum> minutes) {
        return new Overview.Flow(
                sum(minutes, Measure.CAPTURED),
                sum(minutes, Measure.ATTEMPTED),
                sum(minutes, Measure.RESOLVED),
                sum(minutes, Measure.FAILED));
    }

    private static long sum(List<StepSum> sums, Measure measure) {
        return sums.stream()
                .filter(sum -> sum.measure() == measure)
                .mapToLong(StepSum::count)
                .sum();
    }

    /** Status by status, because each has an index by age and all of them together have none. */
    private Optional<Duration> oldestAge(Scope scope, StatusCounts counts, Instant now) {
        return Arrays.stream(LetterStatus.values())
                .filter(status -> status.isOpen() && counts.of(status) > 0)
                .flatMap(status -> oldest(scope, status).stream())
                .min(Comparator.naturalOrder())
                .map(created -> Duration.between(created, now));
    }

    private Optional<Instant> oldest(Scope scope, LetterStatus status) {
        Filter filter = scope.limit(Filter.builder().status(status)).build();
        Query query = Query.newest(filter, 1).sorted(Query.Sort.CREATED_AT, Query.Direction.ASC);
        return letters.search(query).items().stream()
                .findFirst()
                .map(Summary::id)
                .map(id -> id.createdAt());
    }
}
