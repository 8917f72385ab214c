package dev.redrive.engine;

import dev.redrive.store.Claimed;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A claimed letter on its way through the engine: waiting for a worker, being worked on, or done. */
final class Flight {
    private enum Phase {
        WAITING,
        RUNNING,
        DONE
    }

    final Claimed claimed;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private final long claimedNanos = System.nanoTime();
    private volatile long startedNanos;
    private volatile @Nullable Thread thread;
    private volatile boolean interrupted;

    Flight(Claimed claimed) {
        this.claimed = claimed;
    }

    /** True for exactly one of the worker that wants to start it and the stop that wants to give it back. */
    boolean start() {
        // Before it is seen to run: who sees that asks since when.
        startedNanos = System.nanoTime();
        thread = Thread.currentThread();
        return phase.compareAndSet(Phase.WAITING, Phase.RUNNING);
    }

    /** Its time counts from here: until now it waited for the pace of its target. */
    void countFromNow() {
        startedNanos = System.nanoTime();
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

    /** Whether it was us who interrupted its thread. */
    boolean wasInterrupted() {
        return interrupted;
    }
}
