package dev.redrive.jdbc;

import dev.redrive.store.CompletenessContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresCompletenessTest extends CompletenessContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
