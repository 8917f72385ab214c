package dev.redrive.jdbc.postgres;

import dev.redrive.contract.DeadLetterStoreContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

/** Nothing is overlooked by claims that start behind what was claimed before. */
class PostgresPositionsStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStoreWithPositions(time);
    }
}
