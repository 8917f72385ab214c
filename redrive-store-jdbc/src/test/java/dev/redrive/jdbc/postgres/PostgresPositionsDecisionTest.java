package dev.redrive.jdbc.postgres;

import dev.redrive.contract.DecisionContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

/** Nothing is overlooked by claims that start behind what was claimed before. */
class PostgresPositionsDecisionTest extends DecisionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStoreWithPositions(time);
    }
}
