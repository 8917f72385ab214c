package dev.redrive.mongo.book;

import dev.redrive.contract.MinuteCountsContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoMinuteCountsTest extends MinuteCountsContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoBookStore.two(SettableClock.standing());
    }
}
