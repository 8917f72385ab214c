package dev.redrive.benchmarks.store;

import dev.redrive.Redrive;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.event.RedriveEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Drains a million letters in a process that has a heap of 256 MB. */
final class HeapBench {
    private static final int LETTERS = 1_000_000;
    private static final int LETTERS_QUICK = 5_000;

    private final Rates rates;
    private final String name;
    private final Part part;

    HeapBench(Rates rates, String name, Part part) {
        this.rates = rates;
        this.name = name;
        this.part = part;
    }

    void run(String url) throws IOException, InterruptedException {
        int letters = rates.quick() ? LETTERS_QUICK : LETTERS;
        try (Redrive redrive = RedriveBench.dueAtOnce(url).open()) {
            RedriveBench.fill(redrive, letters);
        }
        long started = System.nanoTime();
        Process small = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapBench.class.getName(),
                        url,
                        String.valueOf(letters)))
                .inheritIO()
                .start();
        if (small.waitFor() != 0) throw new IOException("the drain of " + letters + " letters in 256 MB failed");
        rates.figure(
                part,
                name + ": drain of " + letters + " letters in a heap of 256 MB",
                (System.nanoTime() - started) / 1e9,
                "s");
    }

    /** The small process. */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(Integer.parseInt(args[1]));
        try (Redrive redrive = RedriveBench.dueAtOnce(args[0])
                .listen(event -> {
                    if (event instanceof RedriveEvent.Attempted) left.countDown();
                })
                .open()) {
            redrive.handle("*", letter -> {});
            left.await();
        }
    }
}
