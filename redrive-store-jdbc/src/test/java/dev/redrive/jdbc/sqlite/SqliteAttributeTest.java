package dev.redrive.jdbc.sqlite;

import dev.redrive.contract.AttributeContract;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteAttributeTest extends AttributeContract {
    @TempDir
    Path folder;

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new SqliteDeadLetterStore(folder.resolve(UUID.randomUUID() + ".db"), time);
    }
}
