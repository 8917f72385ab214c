package dev.redrive.jdbc.postgres;

import dev.redrive.contract.DeadLetterStoreContract;
import dev.redrive.jdbc.TestPostgres;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresDeadLetterStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
