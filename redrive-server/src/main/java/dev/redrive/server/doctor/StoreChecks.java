package dev.redrive.server.doctor;

import dev.redrive.Stores;
import dev.redrive.alert.AlertLog;
import dev.redrive.letter.LetterId;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.NameText;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.AttributeProgress;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks at where the letters are kept: the store, its tables and clock, the disk and the local journal. */
final class StoreChecks {
    private static final LetterId UNUSED_ID = LetterId.firstAt(Instant.EPOCH);
    private static final Duration SLOW = Duration.ofMillis(500);
    private static final Duration MUCH_APART = Duration.ofSeconds(2);
    private static final Duration FAR_APART = Duration.ofMinutes(1);
    private static final long MEGABYTE = 1024 * 1024;
    private static final long LITTLE = 1024 * MEGABYTE;
    private static final long TOO_LITTLE = 100 * MEGABYTE;

    private final DeadLetterStore store;
    private final AlertLog alertLog;
    private final Settings settings;
    private final InstantSource nodeClock;

    StoreChecks(DeadLetterStore store, AlertLog alertLog, Settings settings, InstantSource nodeClock) {
        this.store = store;
        this.alertLog = alertLog;
        this.settings = settings;
        this.nodeClock = nodeClock;
    }

    List<HealthCheck> list() {
        return List.of(
                new HealthCheck(
                        "store", "see whether the database at redrive.store runs and can be reached", this::store),
                new HealthCheck(
                        "schema", "restart the server: it brings its tables up to date when it starts", this::schema),
                new HealthCheck("clock", "see whether the database can be reached", this::clock),
                new HealthCheck("disk", "see whether the data folder exists and can be read", this::disk),
                new HealthCheck("journal", "see whether the data folder exists and can be read", this::journal),
                new HealthCheck("search", "see whether the database can be reached", this::search));
    }

    private CheckResult store() {
        long start = System.nanoTime();
        var unused = store.find(UNUSED_ID);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        String detail = Stores.shown(settings.store()) + " answers in " + took.toMillis() + " ms";
        if (took.compareTo(SLOW) < 0) return CheckResult.ok("store", detail);
        return CheckResult.warning("store", detail, "that is slow: look at the load of the database and the way to it");
    }

    /** Asks every part of the schema once. */
    private CheckResult schema() {
        List<?> unused = List.of(
                store.tallies(),
                alertLog.messages(1, Optional.empty()),
                store.replays().list(Set.of(), 1, null));
        return CheckResult.ok("schema", "the tables of letters, alerts and replays can be read");
    }

    private CheckResult search() {
        AttributeProgress progress = store.attributes().progress();
        if (progress.paths().isEmpty()) return CheckResult.ok("search", "no search.paths are set");
        String detail = "searchable by "
                + String.join(", ", progress.paths().byName().keySet()) + ": " + NameText.number(progress.searchable())
                + " of " + NameText.count(progress.letters(), "letter", "letters");
        if (progress.isComplete()) return CheckResult.ok("search", detail);
        return CheckResult.warning(
                "search", detail, "nothing: the letters that were there before are looked at one after the other");
    }

    private CheckResult clock() {
        Duration apart =
                Duration.between(nodeClock.instant(), store.clock().instant()).abs();
        String detail = "the clocks of the store and of this node are " + apart.toMillis() + " ms apart";
        String next =
                "let both machines follow the same time server (NTP); leases and due times go by the store's clock";
        if (apart.compareTo(FAR_APART) > 0) return CheckResult.broken("clock", detail, next);
        return apart.compareTo(MUCH_APART) > 0
                ? CheckResult.warning("clock", detail, next)
                : CheckResult.ok("clock", detail);
    }

    // Disk

    private CheckResult disk() throws IOException {
        Path folder = existing(folderOf(settings.storeFile().orElseGet(settings::journal)));
        FileStore disk = Files.getFileStore(folder);
        long free = disk.getUsableSpace();
        String detail = NameText.size(free) + " are free where " + folder + " is";
        String next = "make room or move the data folder; a full disk keeps new letters from being stored";
        if (free < TOO_LITTLE) return CheckResult.broken("disk", detail, next);
        return free < LITTLE ? CheckResult.warning("disk", detail, next) : CheckResult.ok("disk", detail);
    }

    private CheckResult journal() throws IOException {
        Path file = settings.journal().toAbsolutePath().normalize();
        if (!Files.isWritable(existing(folderOf(file))))
            return CheckResult.broken(
                    "journal",
                    "the folder of " + file + " cannot be written",
                    "give the server's user the right to write there, or letters are refused while the store is away");
        long size = Files.exists(file) ? Files.size(file) : 0;
        if (size == 0) return CheckResult.ok("journal", "no letters wait in it");
        return CheckResult.warning(
                "journal",
                NameText.size(size) + " of letters wait in " + file,
                "nothing, if the store was away a moment ago: they are stored as soon as it takes them");
    }

    private static Path folderOf(Path file) {
        Path parent = file.toAbsolutePath().normalize().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /** The journal's folder is made when it is needed first. */
    private static Path existing(Path folder) {
        Path at = folder;
        while (!Files.exists(at) && at.getParent() != null) at = at.getParent();
        return at;
    }
}
