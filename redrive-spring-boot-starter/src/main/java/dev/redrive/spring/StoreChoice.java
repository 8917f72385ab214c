package dev.redrive.spring;

import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the store: the configured URL, else the application's database, else a file of its own. */
final class StoreChoice {
    static final String DEFAULT_URL = "sqlite:./data/redrive.db";

    private static final Logger LOG = LoggerFactory.getLogger(StoreChoice.class);
    private static final String SQLITE = "jdbc:sqlite:";

    private StoreChoice() {}

    static RedriveBuilder choose(@Nullable String url, @Nullable DataSource dataSource) {
        if (url != null && !url.isBlank()) return Redrive.at(url.strip());
        if (dataSource == null) return inFileOfItsOwn("there is no single DataSource");
        Database database = database(dataSource);
        if (database.product().equals("PostgreSQL")) {
            LOG.info("letters are kept in the application's PostgreSQL database");
            return Redrive.in(dataSource);
        }
        return database.sqliteFile()
                .map(StoreChoice::inSqliteFile)
                .orElseGet(() -> inFileOfItsOwn("letters cannot be kept in " + database.product() + " or in memory"));
    }

    /** The store opens the file itself, because it needs connections with its own settings. */
    private static RedriveBuilder inSqliteFile(String file) {
        LOG.info("letters are kept in the application's SQLite file {}", file);
        return Redrive.at("sqlite:" + file);
    }

    private static RedriveBuilder inFileOfItsOwn(String why) {
        LOG.info("letters are kept in {}, because {}; redrive.store changes that", DEFAULT_URL, why);
        return Redrive.at(DEFAULT_URL);
    }

    private record Database(String product, String url) {
        /** Empty for other databases and for those in memory. */
        Optional<String> sqliteFile() {
            if (!url.toLowerCase(Locale.ROOT).startsWith(SQLITE)) return Optional.empty();
            String file =
                    url.substring(SQLITE.length()).replaceFirst("\\?.*", "").replaceFirst("^file:", "");
            return file.isEmpty() || file.startsWith(":") ? Optional.empty() : Optional.of(file);
        }
    }

    private static Database database(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            DatabaseMetaData about = connection.getMetaData();
            return new Database(about.getDatabaseProductName(), about.getURL());
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the application's DataSource gives no connection, so letters cannot be kept in its database; see"
                            + " whether it works or set redrive.store: " + e.getMessage(),
                    e);
        }
    }
}
