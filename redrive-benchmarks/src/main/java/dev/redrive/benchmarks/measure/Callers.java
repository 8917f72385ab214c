package dev.redrive.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Threads that share a work, each waiting for its own entry before it takes the next. */
public record Callers(int count) {
    public interface Entry {
        void run(int i) throws Exception;
    }

    /** Does the entries from 0 up until all are done or the watch is over, and returns how many were done. */
    public long share(int entries, Stopwatch watch, Entry entry) throws Exception {
        AtomicInteger next = new AtomicInteger();
        LongAdder done = new LongAdder();
        each(caller -> {
            for (int i = next.getAndIncrement(); i < entries && !watch.isOver(); i = next.getAndIncrement()) {
                entry.run(i);
                done.increment();
            }
        });
        return done.sum();
    }

    /** Runs the same on every thread, which hears its number, and waits for all. */
    public void each(Entry caller) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            for (Future<?> running : threads.invokeAll(tasks(caller))) running.get();
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Callable<Boolean>> tasks(Entry caller) {
        List<Callable<Boolean>> tasks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = i;
            tasks.add(() -> {
                caller.run(number);
                return true;
            });
        }
        return tasks;
    }
}
