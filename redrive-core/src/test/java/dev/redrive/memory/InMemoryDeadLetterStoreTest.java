package dev.redrive.memory;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.DeadLetterStoreContract;
import java.time.InstantSource;

class InMemoryDeadLetterStoreTest extends DeadLetterStoreContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
