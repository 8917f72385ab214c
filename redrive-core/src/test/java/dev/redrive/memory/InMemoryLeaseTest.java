package dev.redrive.memory;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.LeaseContract;
import java.time.InstantSource;

class InMemoryLeaseTest extends LeaseContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
