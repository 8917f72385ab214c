package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.IntakeContract;
import java.time.InstantSource;

/** Nothing is overlooked by claims that start behind what was claimed before. */
class PostgresPositionsIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStoreWithPositions(time);
    }
}
