package dev.redrive.mongo;

import dev.redrive.contract.DecisionContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoDecisionTest extends DecisionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
