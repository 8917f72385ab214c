package dev.redrive.mongo;

import dev.redrive.contract.RetentionLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoRetentionLogTest extends RetentionLogContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoStores.twoStores(SettableClock.standing());
    }
}
