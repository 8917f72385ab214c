package dev.redrive.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Several nodes on one database of the PostgreSQL server of the tests, each with a store and connections of its own. */
public final class PostgresNodes implements AutoCloseable {
    private final String database = PostgresStores.freshDatabase();
    private final List<HikariDataSource> pools = new ArrayList<>();

    /** The stores of two more nodes. */
    public List<DeadLetterStore> two(InstantSource time) {
        return List.of(store(time), store(time));
    }

    private DeadLetterStore store(InstantSource time) {
        HikariDataSource pool = PostgresStores.pool(database);
        pools.add(pool);
        return PostgresDeadLetterStore.in(pool, time);
    }

    /** A connection of somebody else to the database. */
    public Connection connect() throws SQLException {
        return TestPostgres.dataSource(database).getConnection();
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
        TestPostgres.drop(database);
    }
}
