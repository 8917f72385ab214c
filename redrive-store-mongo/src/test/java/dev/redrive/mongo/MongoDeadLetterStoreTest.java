package dev.redrive.mongo;

import dev.redrive.contract.DeadLetterStoreContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoDeadLetterStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
