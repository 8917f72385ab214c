package dev.redrive.mongo;

import dev.redrive.contract.CompletenessContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoCompletenessTest extends CompletenessContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
