package dev.redrive.contract;

import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the contracts of the books beside the letters share. A store passes all of them, without overrides and without
 * skipped tests.
 *
 * @param <B> the book
 */
public abstract class BookContract<B> {
    protected static final Instant T = Instant.parse("2026-03-02T10:00:00Z");
    static final int THREADS = 8;

    private List<DeadLetterStore> stores = List.of();
    protected B book;
    /** The same book, as another process sees it. */
    protected B other;

    /** Two stores in one empty place, as two processes have them. */
    protected abstract List<DeadLetterStore> twoStores();

    protected abstract B bookOf(DeadLetterStore store);

    @BeforeEach
    void open() {
        stores = twoStores();
        book = bookOf(stores.get(0));
        other = bookOf(stores.get(1));
    }

    @AfterEach
    void close() {
        stores.forEach(DeadLetterStore::close);
    }

    static Instant minutes(long minutes) {
        return T.plus(Duration.ofMinutes(minutes));
    }

    /** Runs the same on many threads, half of them in the other process, all started at once. */
    <R> List<R> allAtOnce(Function<B, R> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                B mine = i % 2 == 0 ? book : other;
                Callable<R> one = () -> {
                    go.await();
                    return work.apply(mine);
                };
                running.add(threads.submit(one));
            }
            go.countDown();
            List<R> results = new ArrayList<>();
            for (Future<R> one : running) results.add(one.get());
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
