package dev.redrive.server.charts;

import dev.redrive.Letters;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.stats.Histograms;
import dev.redrive.server.stats.Series;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes the four charts of the inbox from kept counters. */
@Component
public final class Charts {
    private static final int CHANNELS = 8;
    private static final int LONGEST_NAME = 24;

    private final Letters letters;
    private final Series series;
    private final Histograms histograms;
    private final InstantSource clock;

    public Charts(Letters letters, MinuteCounts minutes, InstantSource clock) {
        this.letters = letters;
        this.series = new Series(letters, minutes);
        this.histograms = new Histograms(letters, clock);
        this.clock = clock;
    }

    /** All of them; times are in the zone of the reader. */
    public List<Chart> of(Scope scope, ChartRange range, ZoneId zone) {
        List<Instant> starts = range.starts(clock.instant());
        Map<Measure, long[]> sums = sums(scope, range, starts);
        return List.of(
                byStatus(range, starts, sums, zone),
                retries(range, sums),
                byChannel(scope.limit(letters.tallies())),
                timeInQueue(scope));
    }

    private Map<Measure, long[]> sums(Scope scope, ChartRange range, List<Instant> starts) {
        Instant first = starts.get(0);
        Instant end = starts.get(starts.size() - 1).plus(range.step());
        Map<Measure, long[]> sums = new HashMap<>();
        for (Measure measure : Measure.values()) sums.put(measure, new long[starts.size()]);
        for (StepSum sum : series.read(scope, first, end, range.step())) {
            long at = Math.floorDiv(
                    sum.start().toEpochMilli() - first.toEpochMilli(),
                    range.step().toMillis());
            long[] counts = sums.get(sum.measure());
            if (counts != null && at >= 0 && at < counts.length) counts[(int) at] += sum.count();
        }
        return sums;
    }

    private static Chart byStatus(ChartRange range, List<Instant> starts, Map<Measure, long[]> sums, ZoneId zone) {
        List<Chart.Series> lines = List.of(
                line("captured", "is-info", sums.get(Measure.CAPTURED)),
                line("resolved", "is-resolved", sums.get(Measure.RESOLVED)),
                line("left to a person", "is-failed", sums.get(Measure.FAILED)),
                line("archived", "is-archived", sums.get(Measure.ARCHIVED)));
        long peak =
                lines.get(0).values().stream().mapToLong(Long::longValue).max().orElse(0);
        return new Chart(
                "chart-status",
                "Letters by status over time",
                Chart.Kind.LINE,
                "In " + range.title() + ": " + words(lines) + ". At most " + NameText.number(peak) + " captured per "
                        + range.stepWords() + ".",
                "From",
                starts.stream()
                        .map(start -> range.format().format(start.atZone(zone)))
                        .toList(),
                lines);
    }

    private static Chart.Series line(String name, String tone, long @Nullable [] counts) {
        List<Long> values = new ArrayList<>();
        if (counts != null) for (long count : counts) values.add(count);
        return new Chart.Series(name, tone, values);
    }

    private static String words(List<Chart.Series> series) {
        List<String> words = new ArrayList<>();
        for (Chart.Series some : series) words.add(NameText.number(some.sum()) + " " + some.name());
        return String.join(", ", words);
    }

    /** A try resolves its letter or it does not; what was confirmed later counts with its try. */
    private static Chart retries(ChartRange range, Map<Measure, long[]> sums) {
        long tried = total(sums, Measure.ATTEMPTED);
        long succeeded = Math.min(tried, total(sums, Measure.RESOLVED));
        List<Chart.Series> parts = List.of(
                new Chart.Series("succeeded", "is-succeeded", List.of(succeeded)),
                new Chart.Series("failed", "is-failed", List.of(tried - succeeded)));
        return new Chart(
                "chart-retries",
                "Retry success and failure",
                Chart.Kind.DONUT,
                tried == 0
                        ? "No retries in " + range.title() + "."
                        : "In " + range.title() + ": " + words(parts) + ", " + Math.round(100.0 * succeeded / tried)
                                + " % success.",
                "Retries",
                List.of("in " + range.title()),
                parts);
    }

    private static long total(Map<Measure, long[]> sums, Measure measure) {
        long total = 0;
        for (long count : sums.getOrDefault(measure, new long[0])) total += count;
        return total;
    }

    private static Chart byChannel(Tallies tallies) {
        List<Map.Entry<String, Long>> open = new ArrayList<>();
        for (Map.Entry<String, StatusCounts> channel : tallies.byChannel().entrySet()) {
            if (channel.getValue().open() > 0)
                open.add(Map.entry(channel.getKey(), channel.getValue().open()));
        }
        open.sort(Comparator.comparingLong((Map.Entry<String, Long> channel) -> -channel.getValue())
                .thenComparing(Map.Entry::getKey));
        List<String> names = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (Map.Entry<String, Long> channel : open.subList(0, Math.min(CHANNELS, open.size()))) {
            names.add(NameText.visible(channel.getKey()));
            counts.add(channel.getValue());
        }
        int others = open.size() - names.size();
        if (others > 0) {
            names.add(NameText.count(others, "other", "others"));
            counts.add(
                    open.stream().skip(CHANNELS).mapToLong(Map.Entry::getValue).sum());
        }
        String summary = names.isEmpty()
                ? "No letter is open."
                : "Open: "
                        + String.join(
                                ", ",
                                IntStream.range(0, Math.min(3, names.size()))
                                        .mapToObj(i -> shortName(names.get(i)) + " " + NameText.number(counts.get(i)))
                                        .toList())
                        + (names.size() > 3 ? ", …" : "");
        return new Chart(
                "chart-channels",
                "Letters by channel",
                Chart.Kind.BAR,
                summary,
                "Channel",
                names,
                List.of(new Chart.Series("open", "is-bar", counts)));
    }

    private static String shortName(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    private Chart timeInQueue(Scope scope) {
        List<String> labels = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<Integer> atLeast = new ArrayList<>();
        for (Histograms.AgeBar bar : histograms.ages(scope)) {
            if (bar.isLowerBound()) atLeast.add(labels.size());
            labels.add(ageLabel(bar));
            counts.add(bar.count());
        }
        String bounded = atLeast.isEmpty() ? "" : " Counted up to " + NameText.number(Total.COUNTED) + " per bar.";
        return new Chart(
                "chart-time",
                "Time in queue",
                Chart.Kind.HISTOGRAM,
                "How long open letters have been waiting." + bounded,
                "Waiting for",
                labels,
                List.of(new Chart.Series("open", "is-bar", counts, atLeast)));
    }

    private static String ageLabel(Histograms.AgeBar bar) {
        Long max = bar.max();
        return max == null ? "> " + span(bar.min()) : "≤ " + span(max);
    }

    private static String span(long seconds) {
        if (seconds >= 86_400) return seconds / 86_400 + " d";
        return seconds >= 3600 ? seconds / 3600 + " h" : seconds / 60 + " min";
    }
}
