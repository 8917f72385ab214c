package dev.redrive.store.memory;

import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log of retention in memory. */
final class InMemoryRetentionLog implements RetentionLog {
    private static final int KEPT = 100;

    private final InstantSource clock;
    private final Deque<RetentionRun> runs = new ArrayDeque<>();
    private @Nullable String holder;
    private Instant until = Instant.MIN;

    InMemoryRetentionLog(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized boolean lease(String node, Duration time) {
        if (!running().map(node::equals).orElse(true)) return false;
        holder = node;
        until = clock.instant().plus(time);
        return true;
    }

    @Override
    public synchronized Optional<String> running() {
        return until.isAfter(clock.instant()) ? Optional.ofNullable(holder) : Optional.empty();
    }

    @Override
    public synchronized void end(RetentionRun run) {
        runs.addFirst(run);
        if (runs.size() > KEPT) runs.removeLast();
        if (run.node().equals(holder)) holder = null;
    }

    @Override
    public synchronized List<RetentionRun> runs(int limit) {
        return runs.stream().limit(limit).toList();
    }
}
