package dev.redrive.jdbc.postgres;

import dev.redrive.contract.CompletenessContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresCompletenessTest extends CompletenessContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
