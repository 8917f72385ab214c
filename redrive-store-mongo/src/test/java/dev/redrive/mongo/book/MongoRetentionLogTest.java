package dev.redrive.mongo.book;

import dev.redrive.contract.RetentionLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoRetentionLogTest extends RetentionLogContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoBookStore.two(SettableClock.standing());
    }
}
