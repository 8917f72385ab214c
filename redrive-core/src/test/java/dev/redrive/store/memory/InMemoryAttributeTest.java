package dev.redrive.store.memory;

import dev.redrive.contract.AttributeContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryAttributeTest extends AttributeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
