package dev.redrive.memory;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.IntakeContract;
import java.time.InstantSource;

class InMemoryIntakeTest extends IntakeContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
