package dev.redrive.jdbc;

import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreProvider;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import javax.sql.DataSource;

/** Opens SQLite files and PostgreSQL databases. */
public final class JdbcStoreProvider implements StoreProvider {
    private static final String SQLITE = "sqlite:";

    /** Only by opening it is more known than settings check themselves. */
    @Override
    public Optional<String> trouble(String url) {
        return Optional.empty();
    }

    @Override
    public Optional<DeadLetterStore> open(String url) {
        if (url.startsWith(SQLITE)) {
            String path = url.substring(SQLITE.length());
            if (path.isEmpty())
                throw new IllegalArgumentException("a SQLite store is written sqlite:PATH; the path is missing");
            return Optional.of(new SqliteDeadLetterStore(Path.of(path), InstantSource.system()));
        }
        if (url.startsWith("postgresql://") || url.startsWith("postgres://"))
            return Optional.of(PostgresDeadLetterStore.open(url));
        return Optional.empty();
    }

    @Override
    public Optional<DeadLetterStore> open(DataSource source) {
        try (Connection connection = source.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            return product.equals("PostgreSQL") ? Optional.of(PostgresDeadLetterStore.in(source)) : Optional.empty();
        } catch (SQLException e) {
            throw new StoreException("the data source gives no connection: " + e.getMessage(), e);
        }
    }
}
