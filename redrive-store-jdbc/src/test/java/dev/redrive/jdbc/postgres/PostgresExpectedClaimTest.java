package dev.redrive.jdbc.postgres;

import dev.redrive.contract.ExpectedClaimContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresExpectedClaimTest extends ExpectedClaimContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
