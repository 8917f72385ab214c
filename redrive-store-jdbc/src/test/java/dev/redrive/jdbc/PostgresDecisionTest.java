package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.DecisionContract;
import java.time.InstantSource;

class PostgresDecisionTest extends DecisionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
