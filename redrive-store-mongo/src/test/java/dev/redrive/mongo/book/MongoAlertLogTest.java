package dev.redrive.mongo.book;

import dev.redrive.contract.AlertLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoAlertLogTest extends AlertLogContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoBookStore.two(SettableClock.standing());
    }
}
