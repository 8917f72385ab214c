package dev.redrive.store.memory;

import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The counts per minute in memory. */
final class InMemoryMinuteCounts implements MinuteCounts {
    private record Slot(String channel, MinuteCount.Measure measure) {}

    private record Step(Instant start, MinuteCount.Measure measure) {}

    private final TreeMap<Instant, Map<Slot, Long>> minutes = new TreeMap<>();

    @Override
    public synchronized void add(Collection<MinuteCount> counts) {
        for (MinuteCount count : counts)
            minutes.computeIfAbsent(count.minute(), minute -> new HashMap<>())
                    .merge(new Slot(count.channel(), count.measure()), count.count(), Long::sum);
    }

    @Override
    public synchronized List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        Steps steps = new Steps(from, to, step);
        if (!from.isBefore(to)) return List.of();
        Map<Step, Long> sums = new TreeMap<>(Comparator.comparing(Step::start).thenComparing(Step::measure));
        minutes.subMap(from, to)
                .forEach((minute, slots) -> slots.forEach((slot, count) -> {
                    if (channel.map(slot.channel()::equals).orElse(true))
                        sums.merge(new Step(steps.startOf(minute), slot.measure()), count, Long::sum);
                }));
        List<StepSum> series = new ArrayList<>(sums.size());
        sums.forEach((at, sum) -> series.add(new StepSum(at.start(), at.measure(), sum)));
        return series;
    }

    @Override
    public synchronized void deleteBefore(Instant before) {
        minutes.headMap(before).clear();
    }
}
