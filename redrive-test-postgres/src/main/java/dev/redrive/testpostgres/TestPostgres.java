package dev.redrive.testpostgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** One PostgreSQL server for all tests of a JVM; each test creates a database of its own. */
public final class TestPostgres {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH = 6L << 30;

    private TestPostgres() {}

    /** A server apart from the shared one; its start may take long on a slow machine. */
    public static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60));
    }

    /** Starts the shared server when it is first used. */
    private static final class Shared {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = builder()
                        .setDataDirectory(Files.createTempDirectory(place(), "redrive-postgres-"))
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("fsync", "off")
                        .setServerConfig("full_page_writes", "off")
                        .setServerConfig("max_wal_size", "512MB")
                        .setServerConfig("checkpoint_timeout", "1h")
                        .setServerConfig("autovacuum_naptime", "10min")
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** In memory where there is room: most of what a database costs is the making of its files. */
        private static Path place() {
            boolean isThere = Files.isWritable(MEMORY) && MEMORY.toFile().getUsableSpace() > ENOUGH;
            return isThere ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        }

        private static void close(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Creates an empty database and returns its name. */
    public static String freshDatabase() {
        return copyOf("template1");
    }

    /** Creates a database with what another one has, to which nobody is connected, and returns its name. */
    public static String copyOf(String template) {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY");
        return name;
    }

    /** Ends its connections and deletes it. */
    public static void drop(String database) {
        execute("DROP DATABASE " + database + " WITH (FORCE)");
    }

    private static void execute(String sql) {
        try (Connection connection = Shared.SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens a connection for each use, without a pool. */
    public static DataSource dataSource(String database) {
        return Shared.SERVER.getDatabase("postgres", database);
    }

    public static String jdbcUrl(String database) {
        return "jdbc:postgresql://localhost:" + Shared.SERVER.getPort() + "/" + database + "?user=postgres";
    }

    /** The address as users of Redrive write it. */
    public static String url(String database) {
        return "postgresql://postgres:postgres@localhost:" + Shared.SERVER.getPort() + "/" + database;
    }

    /** The number of clients that are connected to the database: it may still execute what a killed client sent. */
    public static long clientsOf(String database) {
        try (Connection connection = Shared.SERVER.getPostgresDatabase().getConnection();
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
}
