package dev.redrive.store.memory;

import dev.redrive.contract.CompletenessContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryCompletenessTest extends CompletenessContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
