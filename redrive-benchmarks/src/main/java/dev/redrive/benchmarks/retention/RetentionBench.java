package dev.redrive.benchmarks.retention;

import dev.redrive.Archives;
import dev.redrive.Redrive;
import dev.redrive.Stores;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.benchmarks.store.RedriveBench;
import dev.redrive.cold.RestoreResult;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.Filter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Archives a million old letters in a process with a heap of 256 MB that captures and drains others meanwhile, and brings ten
 * thousand of them back. Fails when a goal is missed.
 */
public final class RetentionBench {
    private static final int LETTERS = 1_000_000;
    private static final int LETTERS_QUICK = 5_000;
    private static final int RESTORED = 10_000;
    private static final int SECONDS = 30;
    private static final int SECONDS_QUICK = 2;
    private static final double SHARE_OF_RATE = 0.5;
    private static final double SHARE_OF_JSON = 0.25;
    private static final double SHARE_READ = 0.05;
    private static final double SHARE_LEFT = 0.5;

    private final String name;
    private final RedriveBench stores;
    private final Rates rates;
    private final Path folder;
    private final List<String> missed = new ArrayList<>();

    public RetentionBench(String name, RedriveBench stores, Rates rates, Path folder) {
        this.name = name;
        this.stores = stores;
        this.rates = rates;
        this.folder = folder;
    }

    public void run() throws Exception {
        int letters = rates.quick() ? LETTERS_QUICK : LETTERS;
        Path archive = Files.createDirectory(folder.resolve("archive-" + name));
        try (RedriveBench.Fresh store = stores.fresh()) {
            stores.withClock(store, OldLetters.clock(), open -> OldLetters.fill(open, letters));
            LineSum exported;
            try (DeadLetterStore open = Stores.open(store.url())) {
                exported = LineSum.ofExport(open);
            }
            long before = stores.bytes(store);
            long captured = archive(store.url(), archive, letters);
            given(before, stores.bytes(store), (double) captured / letters);
            compare(exported, archive);
            restore(store.url(), archive, letters);
        }
        if (!missed.isEmpty()) throw new IllegalStateException(name + ": not so: " + String.join("; ", missed));
    }

    /** Returns how many letters were captured meanwhile. */
    private long archive(String url, Path archive, int letters) throws IOException, InterruptedException {
        Path result = Files.createTempFile(folder, "retention", ".txt");
        int seconds = rates.quick() ? SECONDS_QUICK : SECONDS;
        Process small = SmallProcess.of(
                        BusyRetention.class, url, "file:" + archive, String.valueOf(seconds), result.toString())
                .inheritIO()
                .start();
        if (small.waitFor() != 0) throw new IOException("archiving " + letters + " letters in 256 MB failed");
        String[] figures = Files.readString(result).split(" ", -1);
        double alone = Double.parseDouble(figures[0]);
        double beside = Double.parseDouble(figures[1]);
        figure("captured and drained a second, without retention", alone, "letters/s");
        figure("captured and drained a second, beside retention", beside, "letters/s");
        figure("archive " + letters + " letters and remove them", Double.parseDouble(figures[2]), "s");
        figure("objects", Double.parseDouble(figures[5]), "");
        check(
                Long.parseLong(figures[3]) == letters && Long.parseLong(figures[4]) == letters,
                "all letters are archived and removed");
        check(beside >= SHARE_OF_RATE * alone, "other work keeps half of its rate");
        return Long.parseLong(figures[6]);
    }

    /** @param captured meanwhile, as a share of the letters before; they take as much space each */
    private void given(long before, long after, double captured) throws IOException {
        figure("store before", before / 1e6, "MB");
        figure("store after, with the letters captured meanwhile", after / 1e6, "MB");
        figure("letters captured meanwhile, for each one before", captured, "");
        if (!rates.quick()) check(after < (SHARE_LEFT + captured) * before, "the store has given its space back");
    }

    private void compare(LineSum exported, Path archive) throws IOException {
        LineSum archived = LineSum.ofArchive(archive);
        double packed = bytesOf(archive);
        figure("bytes of JSON a letter", (double) archived.bytes() / archived.lines(), "bytes");
        figure("bytes in the archive a letter", packed / archived.lines(), "bytes");
        check(archived.equals(exported), "archive and export have the same lines");
        check(packed < SHARE_OF_JSON * archived.bytes(), "an archived letter has less than a quarter of its JSON");
    }

    private void restore(String url, Path archive, int letters) throws IOException {
        int wanted = Math.min(RESTORED, letters / 100);
        String type = Samples.of(0).errorType();
        try (Redrive redrive = RedriveBench.dueAtOnce(url)
                .archive(Archives.open("file:" + archive))
                .open()) {
            long began = System.nanoTime();
            RestoreResult result =
                    redrive.cold().restore(Filter.builder().errorType(type).build(), null, wanted, "benchmark");
            double share = result.bytesRead() / (double) bytesOf(archive);
            figure("restore " + wanted + " letters of one error type", (System.nanoTime() - began) / 1e9, "s");
            figure("share of the archive read for it", 100 * share, "%");
            check(result.restored() == wanted, wanted + " letters are restored");
            if (!rates.quick()) check(share < SHARE_READ, "a restore reads less than a twentieth of the archive");
        }
    }

    private static long bytesOf(Path archive) throws IOException {
        long bytes = 0;
        for (Path object : new ArchivedLines(archive).objects()) bytes += Files.size(object);
        return bytes;
    }

    private void figure(String what, double value, String unit) throws IOException {
        rates.figure(Part.RETENTION, name + ": " + what, value, unit);
    }

    /** A goal that is missed ends the run when all others were looked at. */
    private void check(boolean holds, String goal) {
        if (!holds) missed.add(goal);
    }
}
