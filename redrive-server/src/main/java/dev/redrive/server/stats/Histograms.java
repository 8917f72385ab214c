package dev.redrive.server.stats;

import dev.redrive.Letters;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.caller.Scope;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Total;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts open letters by retries and by age. Each bar is one bounded count, so a million letters cost little more than ten. */
public final class Histograms {
    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final int REMEMBERED = 100;

    private static final LetterStatus[] OPEN =
            Arrays.stream(LetterStatus.values()).filter(LetterStatus::isOpen).toArray(LetterStatus[]::new);
    private static final List<Duration> AGES = List.of(
            Duration.ZERO,
            Duration.ofMinutes(5),
            Duration.ofHours(1),
            Duration.ofHours(6),
            Duration.ofDays(1),
            Duration.ofDays(7),
            Duration.ofDays(30));
    private static final List<Integer> RETRIES = List.of(0, 1, 2, 3, 4, 5, 6, 11);

    /** Letters that were retried so often; without a {@code max}, or more often. */
    record RetryBar(int min, @Nullable Integer max, long count, boolean isLowerBound) {}

    /** Letters older than {@code min} seconds and, with a {@code max}, not older than that. */
    public record AgeBar(long min, @Nullable Long max, long count, boolean isLowerBound) {}

    /**
     * Both charts.
     *
     * @param exactUpTo a bar is exact up to here; a higher one shows this number and {@code isLowerBound}
     */
    record Histogram(List<RetryBar> retryCount, List<AgeBar> age, int exactUpTo) {}

    private final Letters letters;
    private final InstantSource clock;
    private final RecentAnswers<Scope, Histogram> recent;
    private final RecentAnswers<Scope, List<AgeBar>> recentAges;

    public Histograms(Letters letters, InstantSource clock) {
        this.letters = letters;
        this.clock = clock;
        this.recent = new RecentAnswers<>(clock, FRESH, REMEMBERED);
        this.recentAges = new RecentAnswers<>(clock, FRESH, REMEMBERED);
    }

    Histogram of(Scope scope) {
        return recent.get(scope, () -> new Histogram(byRetries(scope), byAge(scope), Total.COUNTED));
    }

    /** The bars by age alone. */
    public List<AgeBar> ages(Scope scope) {
        return recentAges.get(scope, () -> byAge(scope));
    }

    private List<RetryBar> byRetries(Scope scope) {
        List<RetryBar> bars = new ArrayList<>();
        for (int i = 0; i < RETRIES.size(); i++) {
            int min = RETRIES.get(i);
            Integer max = i + 1 < RETRIES.size() ? RETRIES.get(i + 1) - 1 : null;
            FilterBuilder filter = open(scope).minRetryCount(min);
            Total total = letters.count((max == null ? filter : filter.maxRetryCount(max)).build());
            bars.add(new RetryBar(min, max, total.count(), total.isLowerBound()));
        }
        return bars;
    }

    private List<AgeBar> byAge(Scope scope) {
        Instant now = clock.instant();
        List<AgeBar> bars = new ArrayList<>();
        for (int i = 0; i < AGES.size(); i++) {
            Duration min = AGES.get(i);
            Duration max = i + 1 < AGES.size() ? AGES.get(i + 1) : null;
            Total total = letters.count(captured(scope, now, min, max));
            bars.add(new AgeBar(
                    min.toSeconds(), max == null ? null : max.toSeconds(), total.count(), total.isLowerBound()));
        }
        return bars;
    }

    /** The youngest bar has no end, or a letter captured while we count would be in none. */
    private static Filter captured(Scope scope, Instant now, Duration min, @Nullable Duration max) {
        FilterBuilder filter = open(scope);
        if (!min.isZero()) filter.to(now.minus(min));
        if (max != null) filter.from(now.minus(max));
        return filter.build();
    }

    private static FilterBuilder open(Scope scope) {
        return scope.limit(Filter.builder().status(OPEN));
    }
}
