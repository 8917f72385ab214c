package dev.redrive.mongo;

import dev.redrive.contract.AlertLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoAlertLogTest extends AlertLogContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoStores.twoStores(SettableClock.standing());
    }
}
