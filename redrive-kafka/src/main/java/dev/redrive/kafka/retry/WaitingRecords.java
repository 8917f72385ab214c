package dev.redrive.kafka.retry;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Records that wait, the next one that is due first, and how much memory they take. */
final class WaitingRecords {
    private final PriorityQueue<WaitingRecord> records = new PriorityQueue<>(
            Comparator.comparing((WaitingRecord one) -> one.due).thenComparingLong(one -> one.dead.offset()));
    private final int most;
    private final long mostBytes;
    private long bytes;

    WaitingRecords(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    int size() {
        return records.size();
    }

    boolean isFull() {
        return records.size() >= most || bytes >= mostBytes;
    }

    /** Whether so many are gone that reading on is worth it. */
    boolean isHalfEmpty() {
        return records.size() <= most / 2 && bytes <= mostBytes / 2;
    }

    void add(WaitingRecord one) {
        records.add(one);
        bytes += one.bytes();
    }

    /** When the next one is due. */
    Optional<Instant> nextDue() {
        return Optional.ofNullable(records.peek()).map(one -> one.due);
    }

    /** Takes the next one if it is due. */
    @Nullable
    WaitingRecord takeDue(Instant now) {
        WaitingRecord next = records.peek();
        if (next == null || next.due.isAfter(now)) return null;
        bytes -= next.bytes();
        return records.poll();
    }

    /** Forgets those of partitions that another consumer has now. */
    void removeRevoked() {
        records.removeIf(one -> one.commitPoint.isRevoked());
        bytes = records.stream().mapToLong(WaitingRecord::bytes).sum();
    }
}
