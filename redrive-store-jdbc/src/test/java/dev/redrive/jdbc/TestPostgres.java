package dev.redrive.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One real PostgreSQL server for all tests of a JVM; each test gets a database of its own. */
public final class TestPostgres {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final EmbeddedPostgres SERVER = start();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestPostgres() {}

    /** With the patience that the start takes on a slow machine. */
    static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder().setPGStartupWait(PATIENCE);
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server = builder()
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("fsync", "off")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String freshDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return name;
    }

    /** Waits until the database has no active connection: the server may still do what a client that was killed asked for. */
    static void awaitNoConnections(String database) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (clientsOf(database) > 0) {
            if (System.nanoTime() - deadline > 0)
                throw new AssertionError("a connection is still active in " + database);
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static long clientsOf(String database) {
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                PreparedStatement statement = connection.prepareStatement("""
                        SELECT COUNT(*) FROM pg_stat_activity
                        WHERE datname = ? AND backend_type = 'client backend'""")) {
            statement.setString(1, database);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static String url(String database) {
        return "postgresql://postgres:postgres@localhost:" + SERVER.getPort() + "/" + database;
    }

    public static HikariDataSource pool(String database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://localhost:" + SERVER.getPort() + "/" + database + "?user=postgres");
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** An empty store in a database of its own, whose connections end with it. */
    public static DeadLetterStore emptyStore(InstantSource time) {
        HikariDataSource pool = pool(freshDatabase());
        return closing(PostgresDeadLetterStore.in(pool, time), pool);
    }

    /** Whose claims start from remembered positions, as if its queue were large. */
    public static DeadLetterStore emptyStoreWithPositions(InstantSource time) {
        HikariDataSource pool = pool(freshDatabase());
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
