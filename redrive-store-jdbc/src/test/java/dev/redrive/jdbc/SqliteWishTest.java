package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.WishContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteWishTest extends WishContract {
    @TempDir
    Path folder;

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new SqliteDeadLetterStore(folder.resolve(UUID.randomUUID() + ".db"), time);
    }
}
