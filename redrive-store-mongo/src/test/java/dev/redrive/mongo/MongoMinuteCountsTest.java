package dev.redrive.mongo;

import dev.redrive.contract.MinuteCountsContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoMinuteCountsTest extends MinuteCountsContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoStores.twoStores(SettableClock.standing());
    }
}
