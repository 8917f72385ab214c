package dev.redrive.jdbc.sqlite;

import dev.redrive.contract.ExpiryContract;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteExpiryTest extends ExpiryContract {
    @TempDir
    Path folder;

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new SqliteDeadLetterStore(folder.resolve(UUID.randomUUID() + ".db"), time);
    }
}
