package dev.redrive.server.pages;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Alerts and counts per minute in memory, with what pages read. */
public final class SampleAlerts implements AlertLog, MinuteCounts {
    public final List<MinuteCount> counts = new ArrayList<>();
    final List<Firing> firing = new ArrayList<>();
    final List<AlertMessage> messages = new ArrayList<>();

    private record Step(Instant start, MinuteCount.Measure measure) {}

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return Turn.NOTHING;
    }

    @Override
    public void undelivered(String key, Instant announcedAt) {}

    @Override
    public List<Firing> firing() {
        return List.copyOf(firing);
    }

    @Override
    public void save(AlertMessage message) {
        messages.add(0, message);
    }

    @Override
    public List<AlertMessage> messages(int limit, Optional<String> before) {
        return messages.stream().limit(limit).toList();
    }

    @Override
    public synchronized void add(Collection<MinuteCount> added) {
        counts.addAll(added);
    }

    @Override
    public synchronized List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        Map<Step, Long> sums = new HashMap<>();
        for (MinuteCount count : counts) {
            boolean wanted = !count.minute().isBefore(from)
                    && count.minute().isBefore(to)
                    && channel.map(count.channel()::equals).orElse(true);
            long start = count.minute().toEpochMilli() / step.toMillis() * step.toMillis();
            if (wanted) sums.merge(new Step(Instant.ofEpochMilli(start), count.measure()), count.count(), Long::sum);
        }
        return sums.entrySet().stream()
                .map(e -> new StepSum(e.getKey().start(), e.getKey().measure(), e.getValue()))
                .sorted(Comparator.comparing(StepSum::start))
                .toList();
    }

    @Override
    public void deleteBefore(Instant before) {}
}
