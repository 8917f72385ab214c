package dev.redrive.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.function.Function;

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

    /** Connections to an empty database of its own. */
    public static HikariDataSource freshPool() {
        return pool(TestPostgres.freshDatabase());
    }

    /** A database of its own with the tables of a store, which are copied: that takes a tenth of the time of making them. */
    public static String freshDatabase() {
        return TestPostgres.copyOf(Template.DATABASE);
    }

    /** Made by the migrations when the first test asks for it. */
    private static final class Template {
        static final String DATABASE = migrated(TestPostgres.freshDatabase());

        private static String migrated(String database) {
            try (Connection connection = TestPostgres.dataSource(database).getConnection()) {
                connection.setAutoCommit(false);
                Migrations.run(connection, "postgresql");
                connection.commit();
                return database;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** An empty store in a database of its own, which ends with it. */
    public static DeadLetterStore emptyStore(InstantSource time) {
        return emptyStore(pool -> PostgresDeadLetterStore.in(pool, time));
    }

    /** An empty store whose claims start from remembered positions, as if its queue were large. */
    public static DeadLetterStore emptyStoreWithPositions(InstantSource time) {
        return emptyStore(pool -> PostgresDeadLetterStore.withPositions(pool, time));
    }

    private static DeadLetterStore emptyStore(Function<HikariDataSource, DeadLetterStore> opened) {
        String database = freshDatabase();
        HikariDataSource pool = pool(database);
        return new ForwardingStore(opened.apply(pool)) {
            @Override
            public void close() {
                super.close();
                pool.close();
                TestPostgres.drop(database);
            }
        };
    }
}
