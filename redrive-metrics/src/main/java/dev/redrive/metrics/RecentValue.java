package dev.redrive.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is read again when it is older than a given time. Concurrent callers wait for one read and share it. */
final class RecentValue<V> {
    private record Reading<V>(V value, Instant until) {}

    private final InstantSource clock;
    private final Duration time;
    private final Supplier<V> read;
    private @Nullable Reading<V> last;

    RecentValue(InstantSource clock, Duration time, Supplier<V> read) {
        this.clock = clock;
        this.time = time;
        this.read = read;
    }

    synchronized V get() {
        Reading<V> reading = last;
        if (reading == null || !clock.instant().isBefore(reading.until())) {
            V value = read.get();
            // From its end: a read that took longer than this time would be repeated by each waiting thread.
            reading = new Reading<>(value, clock.instant().plus(time));
            last = reading;
        }
        return reading.value();
    }
}
