package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.LeaseContract;
import java.time.InstantSource;

class PostgresLeaseTest extends LeaseContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
