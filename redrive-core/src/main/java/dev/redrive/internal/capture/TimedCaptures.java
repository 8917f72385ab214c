package dev.redrive.internal.capture;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import java.time.Duration;
import java.util.List;
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
 * Captures letters in a store that may hang. A caller waits for a limited time; a capture that was begun is not cancelled,
 * because it is unknown whether it will be stored.
 */
final class TimedCaptures implements AutoCloseable {
    /** The store has not answered in time, and may keep the letters yet. */
    static final class Hangs extends Exception {
        private static final long serialVersionUID = 1L;

        Hangs(Duration patience, Throwable cause) {
            super("the store has not answered within " + patience.toMillis() + " ms", cause);
        }
    }

    private final DeadLetterStore store;
    private final Duration patience;
    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.numbered("redrive-capture"));
    private final AtomicInteger leftAlone = new AtomicInteger();

    TimedCaptures(DeadLetterStore store, Duration patience) {
        this.store = store;
        this.patience = patience;
    }

    List<CaptureResult> capture(List<NewLetter> letters) throws Hangs {
        Task task = new Task(() -> store.capture(letters));
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
                    throw new Hangs(patience, e);
                } catch (ExecutionException e) {
                    throw thrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private final class Task extends FutureTask<List<CaptureResult>> {
        private boolean isLeft;

        Task(Callable<List<CaptureResult>> work) {
            super(work);
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

    /** True while a capture whose caller stopped waiting has not ended. */
    boolean hasUnfinished() {
        return leftAlone.get() > 0;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
