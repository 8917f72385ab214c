package dev.redrive.memory;

import dev.redrive.store.AdoptContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryAdoptTest extends AdoptContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
