package dev.redrive.internal.engine;

import dev.redrive.store.leases.LeasedLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A claimed letter on its way through the engine: waiting for a worker, being worked on, or done. */
final class RunningAttempt {
    private enum Phase {
        WAITING,
        RUNNING,
        DONE
    }

    final LeasedLetter claimed;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private final long claimedNanos = System.nanoTime();
    private volatile long startedNanos;
    private volatile long firstStartedNanos;
    private volatile @Nullable Thread thread;
    private volatile boolean interrupted;
    private volatile Term term;

    /** How long the lease lasts, by the store's clock and by a monotonic one; it is over when either says so. */
    private record Term(Instant until, long untilNanos) {}

    RunningAttempt(LeasedLetter claimed, Duration leaseTime) {
        this.claimed = claimed;
        this.term = new Term(claimed.lease().until(), claimedNanos + leaseTime.toNanos());
    }

    /** False when this process stood still for so long that others may have the letter by now. */
    boolean isHeld(Instant now) {
        Term held = term;
        return now.isBefore(held.until()) && System.nanoTime() - held.untilNanos() < 0;
    }

    /** The store has renewed the lease, which was asked for at this time. */
    void renewed(Instant asked, long askedNanos, Duration leaseTime) {
        term = new Term(asked.plus(leaseTime), askedNanos + leaseTime.toNanos());
    }

    /** The store says that another worker may hold the letter. */
    void lost() {
        term = new Term(Instant.MIN, System.nanoTime());
    }

    /** True for exactly one of the worker that wants to start it and the stop that wants to give it back. */
    boolean start() {
        // Before it is seen to run, since readers then ask for its start.
        firstStartedNanos = System.nanoTime();
        startedNanos = firstStartedNanos;
        thread = Thread.currentThread();
        return phase.compareAndSet(Phase.WAITING, Phase.RUNNING);
    }

    /** Its time counts from here: until now it waited for the pace of its target. */
    void countFromNow() {
        startedNanos = System.nanoTime();
    }

    /** How long it waited for the pace of its target. */
    long heldUpNanos() {
        return startedNanos - firstStartedNanos;
    }

    long waited() {
        return startedNanos - claimedNanos;
    }

    boolean giveBack() {
        return phase.compareAndSet(Phase.WAITING, Phase.DONE);
    }

    synchronized void finish() {
        phase.set(Phase.DONE);
        thread = null;
    }

    boolean runsLongerThan(long nanos) {
        return phase.get() == Phase.RUNNING && System.nanoTime() - startedNanos > nanos;
    }

    /** Only while it runs: the thread may work on another letter a moment later. */
    synchronized void interrupt() {
        Thread worker = thread;
        if (worker == null || phase.get() != Phase.RUNNING) return;
        interrupted = true;
        worker.interrupt();
    }

    /** Whether this class interrupted its thread. */
    boolean wasInterrupted() {
        return interrupted;
    }
}
