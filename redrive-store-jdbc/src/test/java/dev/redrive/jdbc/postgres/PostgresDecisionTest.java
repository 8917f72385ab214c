package dev.redrive.jdbc.postgres;

import dev.redrive.contract.DecisionContract;
import dev.redrive.jdbc.TestPostgres;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresDecisionTest extends DecisionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
