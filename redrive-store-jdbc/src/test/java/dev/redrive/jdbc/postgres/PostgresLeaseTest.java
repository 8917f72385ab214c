package dev.redrive.jdbc.postgres;

import dev.redrive.contract.LeaseContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresLeaseTest extends LeaseContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
