package dev.redrive.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.time.InstantSource;

/** Stores on the PostgreSQL server of the tests, and pools of connections to it. */
public final class PostgresStores {
    private PostgresStores() {}

    public static HikariDataSource pool(String database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(TestPostgres.jdbcUrl(database));
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** Connections to a database of its own. */
    public static HikariDataSource freshPool() {
        return pool(TestPostgres.freshDatabase());
    }

    /** An empty store in a database of its own, whose connections end with it. */
    public static DeadLetterStore emptyStore(InstantSource time) {
        HikariDataSource pool = freshPool();
        return closing(PostgresDeadLetterStore.in(pool, time), pool);
    }

    /** An empty store whose claims start from remembered positions, as if its queue were large. */
    public static DeadLetterStore emptyStoreWithPositions(InstantSource time) {
        HikariDataSource pool = freshPool();
        return closing(PostgresDeadLetterStore.withPositions(pool, time), pool);
    }

    private static DeadLetterStore closing(DeadLetterStore store, HikariDataSource pool) {
        return new ForwardingStore(store) {
            @Override
            public void close() {
                super.close();
                pool.close();
            }
        };
    }
}
