package dev.redrive.memory;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.DecisionContract;
import java.time.InstantSource;

class InMemoryDecisionTest extends DecisionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
