package dev.redrive.mongo;

import dev.redrive.contract.ImportContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoImportTest extends ImportContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
