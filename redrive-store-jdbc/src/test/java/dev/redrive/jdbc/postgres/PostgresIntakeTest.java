package dev.redrive.jdbc.postgres;

import dev.redrive.contract.IntakeContract;
import dev.redrive.jdbc.TestPostgres;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
