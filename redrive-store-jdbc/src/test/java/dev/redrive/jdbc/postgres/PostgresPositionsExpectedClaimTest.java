package dev.redrive.jdbc.postgres;

import dev.redrive.contract.ExpectedClaimContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

/** Nothing is overlooked by claims that start behind what was claimed before. */
class PostgresPositionsExpectedClaimTest extends ExpectedClaimContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStoreWithPositions(time);
    }
}
