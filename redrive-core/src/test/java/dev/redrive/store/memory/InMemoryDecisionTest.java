package dev.redrive.store.memory;

import dev.redrive.contract.DecisionContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryDecisionTest extends DecisionContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
