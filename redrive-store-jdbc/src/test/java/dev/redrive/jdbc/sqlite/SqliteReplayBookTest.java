package dev.redrive.jdbc.sqlite;

import dev.redrive.contract.ReplayBookContract;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class SqliteReplayBookTest extends ReplayBookContract {
    @TempDir
    Path folder;

    @Override
    protected List<DeadLetterStore> twoStores(InstantSource time) {
        Path file = folder.resolve("replays.db");
        return List.of(new SqliteDeadLetterStore(file, time), new SqliteDeadLetterStore(file, time));
    }
}
