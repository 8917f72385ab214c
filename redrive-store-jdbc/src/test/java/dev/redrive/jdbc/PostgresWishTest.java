package dev.redrive.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.WishContract;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PostgresWishTest extends WishContract {
    private final List<HikariDataSource> pools = new ArrayList<>();

    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        HikariDataSource pool = TestPostgres.pool(TestPostgres.freshDatabase());
        pools.add(pool);
        return PostgresDeadLetterStore.in(pool, time);
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }
}
