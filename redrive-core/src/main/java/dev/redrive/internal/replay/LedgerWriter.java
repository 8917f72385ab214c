package dev.redrive.internal.replay;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes marks into a ledger on a thread of its own, as many at once as have come together, so that sending does not
 * wait for the store. What is lost with the process is found again when the replay goes on.
 */
final class LedgerWriter implements AutoCloseable {
    private static final int AT_ONCE = 2000;

    private final ReplayBook book;
    private final ReplayId id;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(DaemonThreads.named("redrive-replay-ledger"));
    private final List<LedgerLine.Mark> waiting = new ArrayList<>();
    private Future<?> writing = CompletableFuture.completedFuture(null);

    LedgerWriter(ReplayBook book, ReplayId id) {
        this.book = book;
        this.id = id;
    }

    /** Queues them; throws if an earlier write failed. */
    void write(List<LedgerLine.Mark> marks) {
        synchronized (waiting) {
            waiting.addAll(marks);
        }
        if (!writing.isDone()) return;
        await();
        writing = thread.submit(this::writeAll);
    }

    private void writeAll() {
        List<LedgerLine.Mark> batch = next();
        while (!batch.isEmpty()) {
            book.mark(id, batch);
            batch = next();
        }
    }

    private List<LedgerLine.Mark> next() {
        synchronized (waiting) {
            List<LedgerLine.Mark> first = waiting.subList(0, Math.min(AT_ONCE, waiting.size()));
            List<LedgerLine.Mark> batch = List.copyOf(first);
            first.clear();
            return batch;
        }
    }

    /** Returns when everything is written. */
    void flush() {
        await();
        writeAll();
    }

    private void await() {
        try {
            writing.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException thrown) throw thrown;
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the ledger was written", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
