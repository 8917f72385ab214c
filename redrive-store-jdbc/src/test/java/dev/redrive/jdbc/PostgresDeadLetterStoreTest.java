package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.DeadLetterStoreContract;
import java.time.InstantSource;

class PostgresDeadLetterStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
