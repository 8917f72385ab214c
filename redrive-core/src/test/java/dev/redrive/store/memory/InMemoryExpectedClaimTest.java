package dev.redrive.store.memory;

import dev.redrive.contract.ExpectedClaimContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryExpectedClaimTest extends ExpectedClaimContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
