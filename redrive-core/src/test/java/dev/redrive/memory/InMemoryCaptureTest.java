package dev.redrive.memory;

import dev.redrive.store.CaptureContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryCaptureTest extends CaptureContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
