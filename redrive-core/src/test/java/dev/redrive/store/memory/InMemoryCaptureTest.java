package dev.redrive.store.memory;

import dev.redrive.contract.CaptureContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryCaptureTest extends CaptureContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
