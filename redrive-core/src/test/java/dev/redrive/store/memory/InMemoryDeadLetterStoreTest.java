package dev.redrive.store.memory;

import dev.redrive.contract.DeadLetterStoreContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryDeadLetterStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
