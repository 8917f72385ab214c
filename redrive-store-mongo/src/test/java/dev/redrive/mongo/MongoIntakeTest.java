package dev.redrive.mongo;

import dev.redrive.contract.IntakeContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
