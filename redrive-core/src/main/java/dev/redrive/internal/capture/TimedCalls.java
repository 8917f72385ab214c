package dev.redrive.internal.capture;

import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a store or an archive that may hang. A caller waits for a limited time; a call that was begun is not cancelled,
 * because it is unknown whether it will have its effect.
 */
final class TimedCalls implements AutoCloseable {
    /** No answer in time; the call may have its effect yet. */
    static final class Hangs extends Exception {
        private static final long serialVersionUID = 1L;

        Hangs(String whom, Duration patience, Throwable cause) {
            super("the " + whom + " has not answered within " + patience.toMillis() + " ms", cause);
        }
    }

    private final String whom;
    private final Duration patience;
    private final ExecutorService threads;
    private final AtomicInteger leftAlone = new AtomicInteger();

    /** @param whom what is called: the store or the archive */
    TimedCalls(String whom, Duration patience) {
        this.whom = whom;
        this.patience = patience;
        this.threads = Executors.newCachedThreadPool(DaemonThreads.numbered("redrive-capture-" + whom));
    }

    <T> T call(Callable<T> work) throws Hangs {
        Task<T> task = new Task<>(work, leftAlone);
        threads.execute(task);
        boolean interrupted = false;
        long until = System.nanoTime() + patience.toNanos();
        try {
            while (true) {
                try {
                    return task.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // The letter comes first: the failure it tells of may be why this thread was interrupted.
                    interrupted = true;
                } catch (TimeoutException e) {
                    task.leave();
                    throw new Hangs(whom, patience, e);
                } catch (ExecutionException e) {
                    throw thrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private static final class Task<T> extends FutureTask<T> {
        private final AtomicInteger leftAlone;
        private boolean isLeft;

        Task(Callable<T> work, AtomicInteger leftAlone) {
            super(work);
            this.leftAlone = leftAlone;
        }

        synchronized void leave() {
            if (isDone()) return;
            isLeft = true;
            leftAlone.incrementAndGet();
        }

        @Override
        protected synchronized void done() {
            if (isLeft) leftAlone.decrementAndGet();
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) throw error;
        return cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
    }

    /** How many calls have not ended of those whose callers stopped waiting. */
    int unfinished() {
        return leftAlone.get();
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
