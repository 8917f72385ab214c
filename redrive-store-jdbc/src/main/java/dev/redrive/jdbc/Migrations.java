package dev.redrive.jdbc;

import dev.redrive.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Brings a schema to the version that this program knows, with numbered SQL files; the caller holds the lock. */
final class Migrations {
    static final int VERSION = 7;

    private Migrations() {}

    /** Runs what is missing. The transaction and the lock are the caller's. */
    static void run(Connection connection, String folder) throws SQLException {
        run(connection, folder, VERSION);
    }

    /** As far as this version, which an older program knew. */
    static void run(Connection connection, String folder, int upTo) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS dlq_schema (version INTEGER NOT NULL PRIMARY KEY)");
            int found = version(statement);
            if (found > VERSION)
                throw new StoreException("the schema of this store has version " + found + ", but this program knows "
                        + VERSION + " at most; start a newer Redrive");
            for (int next = found + 1; next <= upTo; next++) {
                for (String sql : statements(folder, next)) statement.execute(sql);
                statement.execute("INSERT INTO dlq_schema (version) VALUES (" + next + ")");
            }
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT COALESCE(MAX(version), 0) FROM dlq_schema")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** A statement ends with a semicolon at the end of a line. */
    private static List<String> statements(String folder, int version) {
        String file = folder + "/" + String.format(java.util.Locale.ROOT, "%04d.sql", version);
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        read(file).lines().filter(line -> !line.startsWith("--")).forEach(line -> {
            current.append(line).append('\n');
            if (line.endsWith(";")) {
                statements.add(current.substring(0, current.length() - 2));
                current.setLength(0);
            }
        });
        return statements;
    }

    private static String read(String file) {
        try (InputStream in = Migrations.class.getResourceAsStream(file)) {
            if (in == null) throw new IllegalStateException("missing migration " + file);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
