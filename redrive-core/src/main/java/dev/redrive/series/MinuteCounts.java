package dev.redrive.series;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Stores counts per minute and channel. Safe to use from many threads and processes at once. */
public interface MinuteCounts {
    void add(Collection<MinuteCount> counts);

    /** Sums over {@link Steps} of time, in one channel or in all, oldest first. Steps without a count are left out. */
    List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel);

    void deleteBefore(Instant time);
}
