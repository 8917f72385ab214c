package dev.redrive.jdbc.postgres;

import dev.redrive.contract.IntakeContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
