package dev.redrive.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.Stores;
import dev.redrive.jdbc.rows.QueuedLetters;
import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.DatabaseClock;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.StoreErrors;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.store.StoreException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections to one PostgreSQL database, transactions on them, and the database's clock. */
final class PostgresDatabase implements Transactions, AutoCloseable {
    private static final int POOL = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int TRIES = 5;

    interface HandlerWork<T> {
        T run(Sql sql) throws Exception;
    }

    private final DataSource source;
    private final @Nullable HikariDataSource own;
    /** A clock that a test hands in; without one, the server's clock decides. */
    private final @Nullable InstantSource fixed;

    /** Receives the letters that a committed transaction put into the queue. */
    private volatile Consumer<QueuedLetters> queued = letters -> {};

    private final DatabaseClock clock = new DatabaseClock(InstantSource.system());

    private PostgresDatabase(DataSource source, @Nullable HikariDataSource own, @Nullable InstantSource fixed) {
        this.source = source;
        this.own = own;
        this.fixed = fixed;
        transaction(sql -> {
            AdvisoryLock.SCHEMA.take(sql);
            Migrations.run(sql.connection(), "postgresql");
            return clock.ask(sql);
        });
    }

    static PostgresDatabase shared(DataSource source, @Nullable InstantSource fixed) {
        return new PostgresDatabase(source, null, fixed);
    }

    static PostgresDatabase open(String url) {
        HikariDataSource pool = pool(url);
        try {
            return new PostgresDatabase(pool, pool, null);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Reads {@code postgresql://user:password@host:port/db?options}; a password never ends up in a message. */
    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        try {
            URI uri = new URI(url);
            if (uri.getHost() == null) throw new URISyntaxException("", "it names no host");
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            config.setJdbcUrl("jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query);
            String user = uri.getRawUserInfo();
            if (user != null) {
                int colon = user.indexOf(':');
                config.setUsername(decoded(colon < 0 ? user : user.substring(0, colon)));
                if (colon >= 0) config.setPassword(decoded(user.substring(colon + 1)));
            }
        } catch (URISyntaxException e) {
            // Without the cause, which repeats the whole address.
            throw new IllegalArgumentException(
                    "a PostgreSQL store is written postgresql://user:password@host:port/db; " + e.getReason());
        }
        config.setPoolName("redrive");
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setInitializationFailTimeout(PATIENCE.toMillis());
        config.addDataSourceProperty("ApplicationName", "redrive");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("socketTimeout", "60");
        try {
            return new HikariDataSource(config);
        } catch (RuntimeException e) {
            String doing = "connecting to PostgreSQL at " + Stores.shown(url);
            Throwable cause = e.getCause();
            throw cause instanceof SQLException sql
                    ? StoreErrors.of(doing, sql)
                    : new StoreException(doing + " failed", e);
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    InstantSource clock() {
        return fixed == null ? clock : fixed;
    }

    private void publishQueued(Sql sql) {
        queued.accept(QueuedLetters.of(sql));
    }

    void onQueued(Consumer<QueuedLetters> listener) {
        queued = listener;
    }

    Instant now(Sql sql) throws SQLException {
        return fixed == null ? clock.ask(sql) : fixed.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    long queueBytes() {
        return clock.queueBytes();
    }

    long leaseBytes() {
        return clock.leaseBytes();
    }

    /** True when only this store takes connections from the pool, so that one may be kept for long. */
    boolean ownsPool() {
        return own != null;
    }

    Connection connect() {
        try {
            return source.getConnection();
        } catch (SQLException e) {
            throw StoreErrors.of("connecting to PostgreSQL", e);
        }
    }

    /** Does the work in a transaction, again when it lost against another one. */
    @Override
    public <T> T transaction(Work<T> work) {
        for (int i = 1; ; i++) {
            try (Connection connection = connect()) {
                return committed(connection, work);
            } catch (SQLException e) {
                if (i == TRIES || !lostAgainstAnother(e)) throw StoreErrors.of("PostgreSQL", e);
            }
        }
    }

    @Override
    public <T> T appending(Work<T> work) {
        return transaction(sql -> {
            AdvisoryLock.AUDIT.take(sql);
            return work.run(sql);
        });
    }

    private static boolean lostAgainstAnother(SQLException e) {
        return e.getSQLState() != null
                && e.getSQLState().toUpperCase(Locale.ROOT).startsWith("40");
    }

    private <T> T committed(Connection connection, Work<T> work) throws SQLException {
        boolean auto = connection.getAutoCommit();
        if (auto) connection.setAutoCommit(false);
        try {
            Sql sql = Sql.postgres(connection);
            T result = work.run(sql);
            connection.commit();
            publishQueued(sql);
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollback(connection, e);
            throw e;
        } finally {
            if (auto && !connection.isClosed()) connection.setAutoCommit(true);
        }
    }

    /** As a transaction, but once, and with work that may fail in its own ways. */
    <T> T handler(HandlerWork<T> work) throws Exception {
        try (Connection connection = connect()) {
            boolean auto = connection.getAutoCommit();
            if (auto) connection.setAutoCommit(false);
            try {
                Sql sql = Sql.postgres(connection);
                T result = work.run(sql);
                connection.commit();
                publishQueued(sql);
                return result;
            } catch (Exception | Error e) {
                rollback(connection, e);
                throw e;
            } finally {
                if (auto && !connection.isClosed()) connection.setAutoCommit(true);
            }
        }
    }

    private static void rollback(Connection connection, Throwable why) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    /** What one question reads belongs together, so it all comes from one moment. */
    @Override
    public <T> T read(Work<T> work) {
        return transaction(sql -> {
            try (var statement = sql.connection().createStatement()) {
                statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            }
            return work.run(sql);
        });
    }

    @Override
    public void close() {
        if (own != null) own.close();
    }
}
