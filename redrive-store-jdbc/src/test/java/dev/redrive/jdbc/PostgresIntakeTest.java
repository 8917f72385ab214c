package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.IntakeContract;
import java.time.InstantSource;

class PostgresIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
