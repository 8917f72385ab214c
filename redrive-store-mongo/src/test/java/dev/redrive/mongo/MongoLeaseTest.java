package dev.redrive.mongo;

import dev.redrive.contract.LeaseContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoLeaseTest extends LeaseContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
