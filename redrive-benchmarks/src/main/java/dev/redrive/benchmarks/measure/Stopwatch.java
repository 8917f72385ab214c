package dev.redrive.benchmarks.measure;

import java.time.Duration;

/** The time of one measure. It runs from the start; a work that needs time to get going or to end says so. */
public final class Stopwatch {
    private final long capNanos;
    private volatile long started = System.nanoTime();
    private volatile long stopped;

    public Stopwatch(Duration cap) {
        capNanos = cap.toNanos();
    }

    /** For preparations, which take as long as they take. */
    public static Stopwatch withoutCap() {
        return new Stopwatch(Duration.ofDays(1));
    }

    /** Only what follows counts. */
    public void restart() {
        started = System.nanoTime();
    }

    /** What follows does not count, such as shutting down. */
    public void stop() {
        stopped = System.nanoTime();
    }

    /** True when the measure took as long as it may: the work then ends and reports how far it came. */
    public boolean isOver() {
        return System.nanoTime() - started > capNanos;
    }

    public double seconds() {
        return ((stopped == 0 ? System.nanoTime() : stopped) - started) / 1e9;
    }
}
