package dev.redrive.store.memory;

import dev.redrive.contract.NodesContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.DeadLetterStore;
import java.util.List;

class InMemoryNodesTest extends NodesContract {
    /** No other process sees this memory, so the other one is the same. */
    @Override
    protected List<DeadLetterStore> twoStores() {
        DeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());
        return List.of(store, store);
    }
}
