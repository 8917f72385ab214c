package dev.redrive.internal.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The part that one route has of the workers: what waits for one, what is being sent, and how quick its target is. Only
 * {@link Bulkheads} uses it, under its lock.
 */
final class Bulkhead {
    /** Attempts that take longer make a route slow, as soon as they take longer. */
    static final long SLOW_NANOS = 500_000_000L;

    private static final double WEIGHT_OF_NEWEST = 0.2;

    /** What is known of a route. */
    enum Pace {
        /** Nothing was tried yet. */
        UNKNOWN,
        QUICK,
        SLOW
    }

    final Route route;
    final Deque<Bulkheads.Job> waiting = new ArrayDeque<>();
    private final List<Bulkheads.Job> running = new ArrayList<>();
    private boolean isKnown;
    private double usualNanos;
    private long bytes;

    Bulkhead(Route route) {
        this.route = route;
    }

    void add(Bulkheads.Job job) {
        waiting.add(job);
        bytes += job.bytes();
    }

    void start(Bulkheads.Job job, long now) {
        job.startedNanos = now;
        running.add(job);
    }

    void end(Bulkheads.Job job, long now) {
        running.remove(job);
        bytes -= job.bytes();
        long took = job.age(now);
        usualNanos = isKnown ? usualNanos + WEIGHT_OF_NEWEST * (took - usualNanos) : took;
        isKnown = true;
    }

    /** It never ran, so nothing is known by it. */
    void dropped(Bulkheads.Job job) {
        running.remove(job);
        bytes -= job.bytes();
    }

    int running() {
        return running.size();
    }

    int held() {
        return waiting.size() + running.size();
    }

    /** The bytes of the payloads that wait or are being sent. */
    long bytes() {
        return bytes;
    }

    Pace pace(long now) {
        if (isAnyOlderThan(SLOW_NANOS, now)) return Pace.SLOW;
        if (!isKnown) return Pace.UNKNOWN;
        return usualNanos > SLOW_NANOS ? Pace.SLOW : Pace.QUICK;
    }

    /** The letter that is to find out how quick its target is has been on its way for longer than a quick one takes. */
    boolean isStuckAtFirst(long now) {
        return !isKnown && isAnyOlderThan(SLOW_NANOS, now);
    }

    /** Slow by more than one attempt that took a little longer than usual. */
    boolean staysSlow(long now) {
        return (isKnown && usualNanos > SLOW_NANOS) || isAnyOlderThan(4 * SLOW_NANOS, now);
    }

    private boolean isAnyOlderThan(long nanos, long now) {
        for (Bulkheads.Job job : running) if (job.age(now) > nanos) return true;
        return false;
    }
}
