package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.WishContract;
import java.time.InstantSource;

class PostgresWishTest extends WishContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStore(time);
    }
}
