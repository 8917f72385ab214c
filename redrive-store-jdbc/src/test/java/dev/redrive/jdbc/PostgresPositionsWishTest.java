package dev.redrive.jdbc;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.WishContract;
import java.time.InstantSource;

/** Nothing is overlooked by claims that start behind what was claimed before. */
class PostgresPositionsWishTest extends WishContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return TestPostgres.emptyStoreWithPositions(time);
    }
}
