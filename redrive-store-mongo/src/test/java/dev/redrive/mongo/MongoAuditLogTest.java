package dev.redrive.mongo;

import dev.redrive.contract.AuditLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class MongoAuditLogTest extends AuditLogContract {
    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoStores.twoStores(SettableClock.standing());
    }
}
