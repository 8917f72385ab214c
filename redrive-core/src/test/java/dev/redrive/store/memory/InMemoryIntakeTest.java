package dev.redrive.store.memory;

import dev.redrive.contract.IntakeContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
