package dev.redrive.internal.engine;

import java.time.Duration;

/**
 * How many letters the engine holds at once. It grows while there is more to claim and letters hardly wait for a worker,
 * and shrinks when they do wait: quick work runs in large batches, slow work leaves its letters to other nodes.
 */
final class ClaimWindow {
    private static final long SHORT_WAIT = Duration.ofMillis(200).toNanos();
    private static final long LONG_WAIT = Duration.ofMillis(500).toNanos();

    private final int min;
    private final int max;
    private int size;
    private long lastWait;

    ClaimWindow(int min, int max) {
        this.min = min;
        this.max = max;
        this.size = Math.min(2 * min, max);
    }

    synchronized int size() {
        return size;
    }

    /** Claims of a few letters cost as much as those of many: with a large window it is worth to wait for room. */
    synchronized int worthClaiming() {
        return size > 4 * min ? size / 4 : 1;
    }

    /** A letter waited so long between its claim and its worker. */
    synchronized void waited(long nanos) {
        lastWait = nanos;
    }

    /** After a claim that got as many letters as it asked for, or fewer. */
    synchronized void claimed(boolean all) {
        if (lastWait > LONG_WAIT) size = Math.max(min, size / 2);
        else if (all && lastWait < SHORT_WAIT) size = Math.min(max, size * 2);
    }
}
