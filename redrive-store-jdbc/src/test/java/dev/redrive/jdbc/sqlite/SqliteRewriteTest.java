package dev.redrive.jdbc.sqlite;

import dev.redrive.contract.RewriteContract;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class SqliteRewriteTest extends RewriteContract {
    @TempDir
    Path folder;

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new SqliteDeadLetterStore(folder.resolve(UUID.randomUUID() + ".db"), time);
    }
}
