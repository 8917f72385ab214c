package dev.redrive.mongo;

import dev.redrive.contract.RewriteContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoRewriteTest extends RewriteContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
