package dev.redrive.mongo;

import dev.redrive.contract.ChannelHoldsContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoChannelHoldsTest extends ChannelHoldsContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoStores.twoStores(SettableClock.standing());
    }
}
