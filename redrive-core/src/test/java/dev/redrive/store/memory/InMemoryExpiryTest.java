package dev.redrive.store.memory;

import dev.redrive.contract.ExpiryContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryExpiryTest extends ExpiryContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
