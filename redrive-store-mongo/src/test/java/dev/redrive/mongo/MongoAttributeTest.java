package dev.redrive.mongo;

import dev.redrive.contract.AttributeContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoAttributeTest extends AttributeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
