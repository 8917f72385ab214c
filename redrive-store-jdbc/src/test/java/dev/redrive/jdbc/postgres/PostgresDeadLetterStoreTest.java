package dev.redrive.jdbc.postgres;

import dev.redrive.contract.DeadLetterStoreContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresDeadLetterStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
