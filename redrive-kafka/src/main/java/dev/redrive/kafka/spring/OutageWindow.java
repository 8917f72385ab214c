package dev.redrive.kafka.spring;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** The latest tries of a listener. Not safe for many threads. */
final class OutageWindow {
    private record Try(Instant at, boolean failed) {}

    private final int last;
    private final double share;
    private final Deque<Try> tries = new ArrayDeque<>();

    OutageWindow(int last, double share) {
        this.last = last;
        this.share = share;
    }

    void add(Instant at, boolean failed) {
        if (tries.size() == last) tries.removeFirst();
        tries.addLast(new Try(at, failed));
    }

    void clear() {
        tries.clear();
    }

    /** Whether enough of the tries since then failed, when there were that many at all. */
    boolean fails(Instant since, int minimum) {
        int all = 0;
        int failed = 0;
        for (Try each : tries) {
            if (each.at().isBefore(since)) continue;
            all++;
            if (each.failed()) failed++;
        }
        return failed > 0 && all >= minimum && failed >= share * all;
    }
}
