package dev.redrive.memory;

import dev.redrive.logbook.LogbookContract;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.SettableClock;
import java.util.List;

class InMemoryLogbookTest extends LogbookContract {
    /** No other process sees this memory, so the other one is the same. */
    @Override
    protected List<DeadLetterStore> twoStores() {
        DeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());
        return List.of(store, store);
    }
}
