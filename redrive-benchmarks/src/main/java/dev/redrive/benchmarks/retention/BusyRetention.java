package dev.redrive.benchmarks.retention;

import dev.redrive.Archives;
import dev.redrive.Redrive;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.benchmarks.store.RedriveBench;
import dev.redrive.capture.FailedMessage;
import dev.redrive.event.RedriveEvent;
import dev.redrive.retention.RunResult;
import dev.redrive.store.retention.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The small process: captures and drains at full speed while retention archives all old letters, and alone before and after. */
final class BusyRetention {
    private static final int BATCH = 250;
    private static final int BACKLOG = 5_000;

    private final AtomicLong drained = new AtomicLong();
    private volatile boolean done;

    private BusyRetention() {}

    /** Arguments: the URL of the store, that of the archive, seconds to measure without retention, and the file for the result. */
    public static void main(String[] args) throws Exception {
        String result = new BusyRetention().run(args[0], args[1], Integer.parseInt(args[2]));
        Files.writeString(Path.of(args[3]), result);
    }

    private String run(String url, String archive, int seconds) throws Exception {
        double before = alone(url, seconds);
        String beside = beside(url, archive, seconds);
        double after = alone(url, seconds);
        return String.format(Locale.ROOT, "%.1f %s %d", (before + after) / 2, beside, drained.get());
    }

    private double alone(String url, int seconds) throws InterruptedException {
        try (Redrive redrive = RedriveBench.dueAtOnce(url).listen(this::count).open()) {
            Load load = new Load(redrive);
            rate(seconds / 2);
            double rate = rate(seconds);
            load.stop();
            return rate;
        }
    }

    private String beside(String url, String archive, int seconds) throws Exception {
        try (Redrive redrive = RedriveBench.dueAtOnce(url)
                .retention(Retention.defaults())
                .archive(Archives.open(archive))
                .listen(this::count)
                .open()) {
            Load load = new Load(redrive);
            rate(seconds / 10);
            long before = drained.get();
            long began = System.nanoTime();
            RunResult result = redrive.retention().run();
            double took = (System.nanoTime() - began) / 1e9;
            double beside = (drained.get() - before) / took;
            load.stop();
            if (!(result instanceof RunResult.Done ran)) throw new IOException("retention did not run: " + result);
            if (ran.run().problem() != null)
                throw new IOException("retention ended early: " + ran.run().problem());
            return String.format(
                    Locale.ROOT,
                    "%.1f %.1f %d %d %d",
                    beside,
                    took,
                    ran.run().archived(),
                    ran.run().removed(),
                    ran.run().objects());
        }
    }

    private void count(RedriveEvent event) {
        if (event instanceof RedriveEvent.Attempted) drained.incrementAndGet();
    }

    private double rate(int seconds) throws InterruptedException {
        long before = drained.get();
        long began = System.nanoTime();
        Thread.sleep(Duration.ofSeconds(Math.max(1, seconds)).toMillis());
        return (drained.get() - before) / ((System.nanoTime() - began) / 1e9);
    }

    /** Captures as long as it is not stopped; no more letters wait than a small backlog. */
    private final class Load {
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private final Redrive redrive;
        private final long drainedBefore = drained.get();
        private int captured;

        Load(Redrive redrive) {
            this.redrive = redrive;
            done = false;
            redrive.handle("*", letter -> {});
            var unused = thread.scheduleWithFixedDelay(this::captureMore, 0, 1, TimeUnit.MILLISECONDS);
        }

        private void captureMore() {
            while (!done && captured - (drained.get() - drainedBefore) < BACKLOG) {
                List<FailedMessage> batch = new ArrayList<>(BATCH);
                for (int i = captured; i < captured + BATCH; i++) batch.add(RedriveBench.failed(Samples.of(i)));
                redrive.captureAll(batch);
                captured += BATCH;
            }
        }

        void stop() throws InterruptedException {
            done = true;
            thread.shutdown();
            if (!thread.awaitTermination(30, TimeUnit.SECONDS))
                throw new IllegalStateException("the captures did not end");
        }
    }
}
