package dev.redrive.server.stats;

import dev.redrive.contract.SettableClock;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Counts per minute in memory, with what was added one by one. A test can take them away. */
public final class TestMinuteCounts implements MinuteCounts {
    private final MinuteCounts behind = new InMemoryDeadLetterStore(SettableClock.standing()).series();
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
        behind.add(more);
        counts.addAll(more);
    }

    @Override
    public List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        return behind.sums(from, to, step, channel);
    }

    @Override
    public synchronized void deleteBefore(Instant before) {
        forgotten++;
        behind.deleteBefore(before);
        counts.removeIf(c -> c.minute().isBefore(before));
    }
}
