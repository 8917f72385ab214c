package dev.redrive.kafka.retry;

import java.util.TreeSet;

/** The offset of one partition up to which all records are done. Not safe for many threads. */
final class CommitPoint {
    private final TreeSet<Long> open = new TreeSet<>();
    private long position;
    private long committed;
    private boolean revoked;

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

    boolean hasProgress() {
        return committable() > committed;
    }

    void committed(long offset) {
        committed = Math.max(committed, offset);
    }

    /** The partition was revoked. */
    void revoke() {
        revoked = true;
    }

    boolean isRevoked() {
        return revoked;
    }
}
