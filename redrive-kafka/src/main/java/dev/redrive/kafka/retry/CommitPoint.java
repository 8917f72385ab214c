package dev.redrive.kafka.retry;

import java.util.TreeSet;

/** How far one partition is done: up to the lowest record that is not. Belongs to one thread. */
final class CommitPoint {
    private final TreeSet<Long> open = new TreeSet<>();
    private long position;
    private long committed;
    private boolean forgotten;

    CommitPoint(long position) {
        this.position = position;
        this.committed = position;
    }

    void read(long offset) {
        open.add(offset);
        position = Math.max(position, offset + 1);
    }

    void done(long offset) {
        open.remove(offset);
    }

    /** All below it is done. */
    long committable() {
        return open.isEmpty() ? position : open.first();
    }

    boolean hasNews() {
        return committable() > committed;
    }

    void committed(long offset) {
        committed = Math.max(committed, offset);
    }

    /** The partition belongs to somebody else now. */
    void forget() {
        forgotten = true;
    }

    boolean isForgotten() {
        return forgotten;
    }
}
