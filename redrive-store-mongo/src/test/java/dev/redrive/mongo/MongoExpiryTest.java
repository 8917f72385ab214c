package dev.redrive.mongo;

import dev.redrive.contract.ExpiryContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoExpiryTest extends ExpiryContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
