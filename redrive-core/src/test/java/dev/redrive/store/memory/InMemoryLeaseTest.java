package dev.redrive.store.memory;

import dev.redrive.contract.LeaseContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryLeaseTest extends LeaseContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
