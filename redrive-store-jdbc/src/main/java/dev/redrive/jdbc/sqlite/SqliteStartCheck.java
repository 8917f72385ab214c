package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** Tells whether a store could be opened in a file, reading it only: another process may be using it. */
public final class SqliteStartCheck {
    private static final int BUSY_MILLIS = 2000;

    private SqliteStartCheck() {}

    /** What would keep a store from being opened in this file, or empty when nothing would. */
    public static Optional<String> trouble(Path file) {
        try {
            long pages = BackupChecksum.lengthOfPages(file);
            if (Files.size(file) < pages)
                return Optional.of(file + " is cut: it has " + Files.size(file) + " bytes, its pages have " + pages);
            check(file);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(file + ": " + e.getMessage());
        } catch (IOException | SQLException e) {
            return Optional.of(file + " is not a whole SQLite database: " + e.getMessage());
        }
    }

    private static void check(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            if (has(statement, "name = 'dlq_schema'")) {
                Migrations.checked(connection);
            } else if (has(statement, "name LIKE 'dlq\\_%' ESCAPE '\\' OR name = 'dead_letter_queue'")) {
                throw new StoreException("it has tables named as Redrive's, and Redrive did not make them");
            }
        }
    }

    private static boolean has(Statement statement, String condition) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT 1 FROM sqlite_master WHERE " + condition + " LIMIT 1")) {
            return row.next();
        }
    }
}
