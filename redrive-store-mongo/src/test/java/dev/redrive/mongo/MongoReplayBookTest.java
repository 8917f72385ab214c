package dev.redrive.mongo;

import dev.redrive.contract.ReplayBookContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;
import java.util.List;

class MongoReplayBookTest extends ReplayBookContract {
    @Override
    protected List<DeadLetterStore> twoStores(InstantSource time) {
        return MongoStores.twoStores(time);
    }
}
