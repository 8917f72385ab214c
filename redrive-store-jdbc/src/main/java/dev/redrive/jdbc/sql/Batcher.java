package dev.redrive.jdbc.sql;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Group commit: callers wait until their own work is durable, and a few threads commit all work that is waiting together.
 *
 * @param <W> the work; it knows how heavy it is and takes its result itself
 */
public final class Batcher<W extends Batcher.Work> implements AutoCloseable {
    /** A piece of work in the queue. */
    public abstract static class Work {
        public final CompletableFuture<Void> done = new CompletableFuture<>();

        /** How much of a batch it fills. */
        public abstract int weight();
    }

    /** A second thread for less than this would only make smaller batches. */
    private static final int HELP_FROM = 12;

    private final LinkedBlockingQueue<W> queue = new LinkedBlockingQueue<>();
    private final AtomicInteger queuedWeight = new AtomicInteger();
    private final Semaphore helpWanted = new Semaphore(0);
    private final List<Thread> threads = new ArrayList<>();
    private final int maxWeight;
    private final Consumer<List<W>> process;
    private volatile boolean closed;

    public Batcher(String name, int threadCount, int maxWeight, Consumer<List<W>> process) {
        this.maxWeight = maxWeight;
        this.process = process;
        for (int i = 0; i < threadCount; i++) {
            boolean helps = i > 0;
            Thread thread = DaemonThreads.of(name + "-" + i, helps ? this::help : this::run);
            threads.add(thread);
            thread.start();
        }
    }

    /** Waits until the work is done, and throws what went wrong with it. */
    public void await(W work, Duration patience) {
        submit(work);
        try {
            work.done.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof RuntimeException runtime) throw runtime;
            if (cause instanceof Error error) throw error;
            throw new StoreException("the store failed: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            work.done.cancel(false);
            throw new dev.redrive.store.StoreUnavailable("the store did not answer within " + patience, e);
        } catch (InterruptedException e) {
            work.done.cancel(false);
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for the store", e);
        }
    }

    void submit(W work) {
        queuedWeight.addAndGet(work.weight());
        queue.add(work);
        if (isMuch() && helpWanted.availablePermits() == 0) helpWanted.release();
        if (closed && queue.remove(work)) work.done.completeExceptionally(new StoreException("the store is closed"));
    }

    private boolean isMuch() {
        return queuedWeight.get() >= HELP_FROM;
    }

    private void help() {
        List<W> batch = new ArrayList<>();
        while (!closed) {
            helpWanted.acquireUninterruptibly();
            for (W first = isMuch() ? queue.poll() : null; first != null; first = isMuch() ? queue.poll() : null) {
                take(first, batch);
                doIt(batch);
                batch.clear();
            }
        }
    }

    private void run() {
        List<W> batch = new ArrayList<>();
        while (!closed || !queue.isEmpty()) {
            try {
                W first = queue.poll(1, TimeUnit.SECONDS);
                if (first == null) continue;
                take(first, batch);
            } catch (InterruptedException stop) {
                continue;
            }
            doIt(batch);
            batch.clear();
        }
    }

    private void take(W first, List<W> batch) {
        int weight = first.weight();
        queuedWeight.addAndGet(-weight);
        if (!first.done.isDone()) batch.add(first);
        for (W next = queue.peek(); next != null && weight + next.weight() <= maxWeight; next = queue.peek()) {
            W taken = queue.poll();
            if (taken == null) return;
            weight += taken.weight();
            queuedWeight.addAndGet(-taken.weight());
            if (!taken.done.isDone()) batch.add(taken);
        }
    }

    private void doIt(List<W> batch) {
        if (batch.isEmpty()) return;
        try {
            process.accept(List.copyOf(batch));
            batch.forEach(work -> work.done.complete(null));
        } catch (RuntimeException | Error e) {
            batch.forEach(work -> work.done.completeExceptionally(e));
        }
    }

    /** Finishes what is queued, then ends. */
    @Override
    public void close() {
        closed = true;
        helpWanted.release(threads.size());
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
