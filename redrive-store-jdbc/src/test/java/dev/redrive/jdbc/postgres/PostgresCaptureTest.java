package dev.redrive.jdbc.postgres;

import dev.redrive.contract.CaptureContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresCaptureTest extends CaptureContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return PostgresStores.emptyStore(time);
    }
}
