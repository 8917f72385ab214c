package dev.redrive.store.leases;

/** Counts the bytes of payloads that a claim takes, in the order in which it takes them. The first one always fits. */
public final class ByteLimit {
    private final long most;
    private long taken;
    private boolean isEmpty = true;
    private boolean isFull;

    public ByteLimit(long most) {
        this.most = most;
    }

    /** True when the next letter fits; after the first that does not, none does. */
    public boolean takes(long size) {
        isFull |= !isEmpty && size > most - taken;
        if (isFull) return false;
        isEmpty = false;
        taken += size;
        return true;
    }

    public boolean isFull() {
        return isFull;
    }
}
