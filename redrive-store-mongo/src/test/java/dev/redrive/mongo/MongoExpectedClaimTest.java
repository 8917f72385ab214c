package dev.redrive.mongo;

import dev.redrive.contract.ExpectedClaimContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoExpectedClaimTest extends ExpectedClaimContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
