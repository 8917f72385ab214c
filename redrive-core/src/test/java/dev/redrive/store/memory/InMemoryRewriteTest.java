package dev.redrive.store.memory;

import dev.redrive.contract.RewriteContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class InMemoryRewriteTest extends RewriteContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
