package dev.redrive.internal.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of payloads the letters may have that are claimed and not settled: a tenth of the heap. A third of it is for
 * letters of quick routes, a third for those of other routes, so that a target that hangs does not take the memory of all
 * others, and a third for all replays together. A claim may exceed its part by one letter, or none that is larger would ever go.
 */
final class PayloadBudget {
    private static final int PARTS = 3;
    private static final int OF_HEAP = 10;
    private static final long LEAST = 16L * 1024 * 1024;
    /** So many replays may claim at the same time, each with its share of what is for replays. */
    private static final int REPLAYS_CLAIMING = 4;

    private final long part;
    private final AtomicLong heldByReplays = new AtomicLong();

    PayloadBudget(long bytes) {
        this.part = bytes / PARTS;
    }

    static PayloadBudget ofHeap() {
        return new PayloadBudget(Math.max(LEAST, Runtime.getRuntime().maxMemory() / OF_HEAP));
    }

    /** What letters of quick routes may have together, and those of all others. */
    long part() {
        return part;
    }

    // Replays

    /** The most bytes that one claim of a replay takes. */
    long perClaim() {
        return part / REPLAYS_CLAIMING;
    }

    boolean hasRoomForReplay() {
        return heldByReplays.get() <= part - perClaim();
    }

    /** Sets {@link #perClaim} aside for a claim of a replay, before it is known what it brings; false when there is no room. */
    boolean reserve() {
        long held = heldByReplays.get();
        while (held <= part - perClaim()) {
            if (heldByReplays.compareAndSet(held, held + perClaim())) return true;
            held = heldByReplays.get();
        }
        return false;
    }

    void endReservation() {
        heldByReplays.addAndGet(-perClaim());
    }

    void heldByReplay(long more) {
        heldByReplays.addAndGet(more);
    }
}
