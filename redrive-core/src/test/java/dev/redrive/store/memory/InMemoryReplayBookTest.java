package dev.redrive.store.memory;

import dev.redrive.contract.ReplayBookContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;
import java.util.List;

class InMemoryReplayBookTest extends ReplayBookContract {
    /** No other process sees this memory, so the other one is the same. */
    @Override
    protected List<DeadLetterStore> twoStores(InstantSource time) {
        DeadLetterStore store = new InMemoryDeadLetterStore(time);
        return List.of(store, store);
    }
}
