package dev.redrive.server.stats;

import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Keeps counts of minutes in memory, and nothing else. A test can take it away. */
public final class TestMinuteCounts implements MinuteCounts {
    private record Step(Instant start, MinuteCount.Measure measure) {}

    private final List<MinuteCount> counts = new ArrayList<>();
    private boolean away;
    private int forgotten;

    public synchronized void away(boolean value) {
        away = value;
    }

    public synchronized List<MinuteCount> counts() {
        return List.copyOf(counts);
    }

    public synchronized int forgotten() {
        return forgotten;
    }

    @Override
    public synchronized void add(Collection<MinuteCount> more) {
        if (away) throw new StoreUnavailable("the store is away", new Exception("connection refused"));
        counts.addAll(more);
    }

    @Override
    public synchronized List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        Map<Step, Long> sums = new TreeMap<>(Comparator.comparing(Step::start).thenComparing(Step::measure));
        counts.stream()
                .filter(c -> !c.minute().isBefore(from) && c.minute().isBefore(to))
                .filter(c -> channel.isEmpty() || channel.get().equals(c.channel()))
                .forEach(c -> sums.merge(new Step(start(from, c.minute(), step), c.measure()), c.count(), Long::sum));
        return sums.entrySet().stream()
                .map(e -> new StepSum(e.getKey().start(), e.getKey().measure(), e.getValue()))
                .toList();
    }

    private static Instant start(Instant from, Instant minute, Duration step) {
        return from.plus(step.multipliedBy(Duration.between(from, minute).dividedBy(step)));
    }

    @Override
    public synchronized void deleteBefore(Instant before) {
        forgotten++;
        counts.removeIf(c -> c.minute().isBefore(before));
    }
}
