package dev.redrive.benchmarks.kafka;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what the broker acknowledged. One failure makes the measure worthless. */
final class Acknowledged {
    private final LongAdder count = new LongAdder();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Null when it was acknowledged. */
    void heard(@Nullable Throwable thrown) {
        if (thrown == null) count.increment();
        else failure.compareAndSet(null, thrown);
    }

    void await(long expected) throws InterruptedException {
        while (count.sum() < expected) {
            Throwable thrown = failure.get();
            if (thrown != null) throw new IllegalStateException("a record was not published", thrown);
            Thread.sleep(1);
        }
    }
}
