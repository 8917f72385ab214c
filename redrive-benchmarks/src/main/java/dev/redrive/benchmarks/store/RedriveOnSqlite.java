package dev.redrive.benchmarks.store;

import dev.redrive.benchmarks.limits.SqliteLimits;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Redrive on a SQLite file. */
public final class RedriveOnSqlite extends RedriveBench {
    private final Path folder;
    private final AtomicInteger files = new AtomicInteger();

    public RedriveOnSqlite(Path folder, Rates rates) {
        super(
                rates,
                "Redrive on SQLite",
                Part.SQLITE,
                Part.SQLITE,
                SqliteLimits.CAPTURE_WITH_SEVEN_INDEXES,
                SqliteLimits.DRAIN);
        this.folder = folder;
    }

    private record OwnFile(Path path) implements Fresh {
        @Override
        public String url() {
            return "sqlite:" + path;
        }

        @Override
        public void close() throws IOException {
            for (String suffix : List.of("", "-wal", "-shm")) Files.deleteIfExists(Path.of(path + suffix));
        }
    }

    @Override
    public void withClock(Fresh store, InstantSource clock, StoreWork work) throws Exception {
        try (DeadLetterStore open = new SqliteDeadLetterStore(((OwnFile) store).path(), clock)) {
            work.with(open);
        }
    }

    @Override
    public long bytes(Fresh store) throws IOException {
        return Files.size(((OwnFile) store).path());
    }

    @Override
    public Fresh fresh() {
        return new OwnFile(folder.resolve("redrive-" + files.incrementAndGet() + ".db"));
    }
}
