package dev.redrive.mongo;

import dev.redrive.contract.LegalHoldContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoLegalHoldTest extends LegalHoldContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoStores.twoStores(SettableClock.standing());
    }
}
