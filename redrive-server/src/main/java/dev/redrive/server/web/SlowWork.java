package dev.redrive.server.web;

import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work that a request starts and that may outlast it: it goes on by itself. One piece of it is done at a time. */
public final class SlowWork implements AutoCloseable {
    private static final long IDLE_SECONDS = 10;

    private final Duration patience;
    private final ThreadPoolExecutor thread;
    private Future<?> latest = CompletableFuture.completedFuture(null);

    /** @param patience how long a request waits for it */
    public SlowWork(String name, Duration patience) {
        this.patience = patience;
        this.thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named(name));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Starts it; empty while earlier work goes on. */
    public synchronized <T> Optional<Future<T>> start(Callable<T> work) {
        // Not the pool's own refusal: its thread is still busy for a moment after the result of the last work was read.
        if (!latest.isDone()) return Optional.empty();
        try {
            Future<T> started = thread.submit(work);
            latest = started;
            return Optional.of(started);
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        }
    }

    /** What it came to; empty when it takes longer than a request waits. */
    public <T> Optional<T> await(Future<T> work) {
        try {
            return Optional.of(work.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failed) throw failed;
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Ends what goes on, at the next place where it looks for that. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
