package dev.redrive.jdbc.sqlite;

import dev.redrive.contract.NodesContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class SqliteNodesTest extends NodesContract {
    @TempDir
    Path folder;

    @Override
    protected List<DeadLetterStore> twoStores() {
        return List.of(store(), store());
    }

    private DeadLetterStore store() {
        return new SqliteDeadLetterStore(folder.resolve("letters.db"), SettableClock.standing());
    }
}
