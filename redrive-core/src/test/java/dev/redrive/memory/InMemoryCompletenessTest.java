package dev.redrive.memory;

import dev.redrive.store.CompletenessContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryCompletenessTest extends CompletenessContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
