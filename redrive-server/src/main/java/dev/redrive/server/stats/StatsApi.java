package dev.redrive.server.stats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.redrive.Letters;
import dev.redrive.internal.text.BoundedNames;
import dev.redrive.letter.Category;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.web.Parameters;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The numbers over HTTP: counts, rates, error types and the series behind the charts. */
@RestController
final class StatsApi {
    private static final int CHANNELS_SHOWN = 100;
    private static final int ERRORS_SHOWN = 100;
    private static final int MOST_ERRORS = 500;

    private final Overviews overviews;
    private final HealthRules rules;
    private final Series series;
    private final Histograms histograms;
    private final InstantSource clock;

    StatsApi(Overviews overviews, HealthRules rules, Letters letters, MinuteCounts minutes, InstantSource clock) {
        this.overviews = overviews;
        this.rules = rules;
        this.series = new Series(letters, minutes);
        this.histograms = new Histograms(letters, clock);
        this.clock = clock;
    }

    // Counts and rates

    /**
     * How the letters are.
     *
     * @param oldestAge of the oldest open letter, in seconds
     */
    record Stats(
            String status,
            List<String> reasons,
            @JsonUnwrapped StatusCountsJson counts,
            long queueSize,
            long backlog,
            double ingestionPerMinute,
            @Nullable Double resolutionRate,
            @Nullable Double retrySuccessRate,
            @Nullable Long oldestAge,
            Map<Category, StatusCountsJson> byCategory,
            Map<String, StatusCountsJson> byChannel) {}

    @GetMapping("/dlq/stats")
    Stats stats(HttpServletRequest request, @RequestParam(required = false) @Nullable String channel) {
        Overview overview = overviews.of(Scope.of(Caller.of(request), channel));
        HealthVerdict verdict = rules.judge(overview);
        Map<Category, StatusCountsJson> byCategory = new EnumMap<>(Category.class);
        overview.tallies()
                .byCategory()
                .forEach((category, counts) -> byCategory.put(category, StatusCountsJson.of(counts)));
        return new Stats(
                verdict.level().word(),
                verdict.reasons(),
                StatusCountsJson.of(overview.counts()),
                overview.queueSize(),
                overview.backlog(),
                overview.ingestionPerMinute(),
                orNull(overview.resolutionRate()),
                orNull(overview.retrySuccessRate()),
                overview.oldestAge().map(Duration::toSeconds).orElse(null),
                byCategory,
                byChannel(overview.tallies()));
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isEmpty() ? null : value.getAsDouble();
    }

    /** The channels with the most open letters, then the largest; what does not fit is summed up as {@code other}. */
    private static Map<String, StatusCountsJson> byChannel(Tallies tallies) {
        List<Map.Entry<String, StatusCounts>> sorted = tallies.byChannel().entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, StatusCounts> e) ->
                                -e.getValue().open())
                        .thenComparingLong(e -> -e.getValue().total())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        Map<String, StatusCounts> sums = new LinkedHashMap<>();
        for (int i = 0; i < sorted.size(); i++)
            // A channel may really be named other; then it is part of the sum.
            sums.merge(
                    i < CHANNELS_SHOWN ? sorted.get(i).getKey() : BoundedNames.OTHER,
                    sorted.get(i).getValue(),
                    StatusCounts::plus);
        Map<String, StatusCountsJson> shown = new LinkedHashMap<>();
        sums.forEach((channel, counts) -> shown.put(channel, StatusCountsJson.of(counts)));
        return shown;
    }

    // Error types

    /** An error type, how many letters have it, and which share of all that is. */
    record ErrorType(
            String errorType,
            long count,
            long open,
            double share,
            Set<Category> categories,
            StatusCountsJson byStatus) {}

    /** Error types, most frequent first. */
    record ErrorTypes(List<ErrorType> items, long total) {}

    @GetMapping("/dlq/errors")
    ErrorTypes errors(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable String channel,
            @RequestParam(required = false) @Nullable String limit) {
        int most = Parameters.limit(limit, ERRORS_SHOWN, MOST_ERRORS);
        Tallies tallies = overviews.of(Scope.of(Caller.of(request), channel)).tallies();
        long total = tallies.byStatus().total();
        Map<String, Set<Category>> categories = categories(tallies);
        List<ErrorType> items = tallies.byErrorType().entrySet().stream()
                .map(e -> errorType(e.getKey(), e.getValue(), total, categories.getOrDefault(e.getKey(), Set.of())))
                .sorted(Comparator.comparingLong((ErrorType e) -> -e.count()).thenComparing(ErrorType::errorType))
                .limit(most)
                .toList();
        return new ErrorTypes(items, total);
    }

    private static ErrorType errorType(String type, StatusCounts counts, long total, Set<Category> categories) {
        return new ErrorType(
                type,
                counts.total(),
                counts.open(),
                (double) counts.total() / total,
                categories,
                StatusCountsJson.of(counts));
    }

    private static Map<String, Set<Category>> categories(Tallies tallies) {
        Map<String, Set<Category>> categories = new HashMap<>();
        for (Tally tally : tallies.list()) {
            if (tally.counts().total() > 0)
                categories
                        .computeIfAbsent(tally.errorType(), type -> new TreeSet<>())
                        .add(tally.category());
        }
        return categories;
    }

    // Charts

    /** What happened in the step that begins at this time. */
    record Point(Instant at, long captured, long attempted, long resolved, long failed, long archived) {}

    /**
     * What happened, step by step; a step in which nothing did is there too.
     *
     * @param step in seconds
     */
    record TimeSeries(
            Instant from, Instant to, long step, @Nullable String channel, List<Point> points) {}

    @GetMapping("/dlq/timeseries")
    TimeSeries timeseries(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(required = false) @Nullable String step,
            @RequestParam(required = false) @Nullable String channel) {
        Scope scope = Scope.of(Caller.of(request), channel);
        TimeSteps steps = TimeSteps.of(from, to, step, clock.instant());
        Map<Instant, Map<Measure, Long>> sums = new HashMap<>();
        for (StepSum sum : series.read(scope, steps.from(), steps.to(), steps.step()))
            sums.computeIfAbsent(sum.start(), start -> new EnumMap<>(Measure.class))
                    .merge(sum.measure(), sum.count(), Long::sum);
        List<Point> points = steps.starts().stream()
                .map(start -> point(start, sums.getOrDefault(start, Map.of())))
                .toList();
        return new TimeSeries(steps.from(), steps.to(), steps.step().toSeconds(), channel, points);
    }

    private static Point point(Instant at, Map<Measure, Long> sums) {
        return new Point(
                at,
                sums.getOrDefault(Measure.CAPTURED, 0L),
                sums.getOrDefault(Measure.ATTEMPTED, 0L),
                sums.getOrDefault(Measure.RESOLVED, 0L),
                sums.getOrDefault(Measure.FAILED, 0L),
                sums.getOrDefault(Measure.ARCHIVED, 0L));
    }

    @GetMapping("/dlq/histogram")
    Histograms.Histogram histogram(
            HttpServletRequest request, @RequestParam(required = false) @Nullable String channel) {
        return histograms.of(Scope.of(Caller.of(request), channel));
    }
}
