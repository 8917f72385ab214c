package dev.redrive.jdbc;

import dev.redrive.store.CaptureContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class PostgresCaptureTest extends CaptureContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
