package dev.redrive.store.memory;

import dev.redrive.contract.ImportContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryImportTest extends ImportContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
