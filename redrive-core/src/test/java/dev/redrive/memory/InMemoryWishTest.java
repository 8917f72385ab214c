package dev.redrive.memory;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.WishContract;
import java.time.InstantSource;

class InMemoryWishTest extends WishContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return new InMemoryDeadLetterStore(time);
    }
}
