package dev.redrive.benchmarks.retention;

import dev.redrive.Stores;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.store.RedriveBench;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Kills runs of retention at random moments: every letter is in the store or in the archive, and after the last run in one of them. */
public final class RetentionKills {
    private static final int KILLS = 50;
    private static final int KILLS_QUICK = 3;
    private static final int LETTERS = 20_000;
    private static final int LATEST_MILLIS = 1_500;
    private static final int BEFORE_ID = "{\"id\":\"".length();
    private static final int ID = 36;

    private final String name;
    private final RedriveBench stores;
    private final Rates rates;
    private final Path folder;
    private final Random random = new Random(42);
    private final Set<LetterId> all = new HashSet<>();

    public RetentionKills(String name, RedriveBench stores, Rates rates, Path folder) {
        this.name = name;
        this.stores = stores;
        this.rates = rates;
        this.folder = folder;
    }

    public void run() throws Exception {
        int kills = rates.quick() ? KILLS_QUICK : KILLS;
        Path archive = Files.createDirectory(folder.resolve("killed-" + name));
        try (RedriveBench.Fresh store = stores.fresh()) {
            fill(store);
            for (int killed = 0; killed < kills; ) {
                if (killOne(store, archive)) killed++;
                else fill(store);
                Set<LetterId> found = new HashSet<>(stored(store));
                found.addAll(archived(archive));
                if (!found.containsAll(all)) throw new IllegalStateException(name + ": a killed run lost letters");
            }
            if (process(store, archive).waitFor() != 0) throw new IllegalStateException(name + ": the last run failed");
            checkOnePlace(stored(store), archived(archive));
        }
        rates.figure(Part.KILLS, name + ": killed runs, no letter lost or twice", kills, "");
    }

    private void fill(RedriveBench.Fresh store) throws Exception {
        stores.withClock(store, OldLetters.clock(), open -> OldLetters.fill(open, LETTERS));
        all.addAll(stored(store));
    }

    private Process process(RedriveBench.Fresh store, Path archive) throws IOException {
        return SmallProcess.of(KilledRetention.class, store.url(), "file:" + archive)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** False when the run was over before it was killed. */
    private boolean killOne(RedriveBench.Fresh store, Path archive) throws IOException, InterruptedException {
        Process process = process(store, archive);
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            if (lines.readLine() == null) throw new IOException("retention did not begin");
            Thread.sleep(random.nextInt(LATEST_MILLIS));
            process.destroyForcibly();
            return process.waitFor() != 0;
        }
    }

    private static Set<LetterId> stored(RedriveBench.Fresh store) {
        Set<LetterId> ids = new HashSet<>();
        try (DeadLetterStore open = Stores.open(store.url())) {
            LetterId after = null;
            do {
                Page page = open.search(
                        new Query(Filter.all(), Query.Sort.CREATED_AT, Query.Direction.ASC, Query.MAX_LIMIT, after, 0));
                page.items().stream().map(Summary::id).forEach(ids::add);
                after = page.next();
            } while (after != null);
        }
        return ids;
    }

    private static List<LetterId> archived(Path archive) throws IOException {
        List<LetterId> ids = new ArrayList<>();
        new ArchivedLines(archive)
                .read(line -> ids.add(LetterId.of(new String(line, BEFORE_ID, ID, StandardCharsets.US_ASCII))));
        return ids;
    }

    private void checkOnePlace(Set<LetterId> stored, List<LetterId> archived) {
        Set<LetterId> distinct = new HashSet<>(archived);
        if (distinct.size() != archived.size()) throw new IllegalStateException(name + ": letters are archived twice");
        if (!stored.isEmpty()) throw new IllegalStateException(name + ": archived letters are in the store, too");
        if (!distinct.equals(all)) throw new IllegalStateException(name + ": letters were lost");
    }
}
