package dev.redrive.jdbc.sql;

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
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Brings a schema to the version that this program knows, with numbered SQL files; the caller holds the lock. */
public final class Migrations {
    public static final int VERSION = 17;

    private static final Pattern TABLE = Pattern.compile("\\s*CREATE TABLE (\\w+)");

    private Migrations() {}

    /** Runs what is missing. The transaction and the lock are the caller's. */
    public static void run(Connection connection, String folder) throws SQLException {
        run(connection, folder, VERSION);
    }

    /** As far as this version, which an older program knew. */
    public static void run(Connection connection, String folder, int upTo) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS dlq_schema (version INTEGER NOT NULL PRIMARY KEY)");
            int found = version(statement);
            check(connection, folder, found);
            for (int next = found + 1; next <= upTo; next++) {
                for (String sql : statements(folder, next)) statement.execute(sql);
                statement.execute("INSERT INTO dlq_schema (version) VALUES (" + next + ")");
            }
        }
    }

    /** The version of a whole SQLite store. */
    public static int checked(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int found = version(statement);
            check(connection, "sqlite", found);
            return found;
        }
    }

    private static void check(Connection connection, String folder, int found) throws SQLException {
        if (found > VERSION)
            throw new StoreException("the schema of this store has version " + found + ", but this program knows "
                    + VERSION + " at most; start a newer Redrive");
        Set<String> missing = new TreeSet<>();
        for (int version = 1; version <= found; version++)
            for (String sql : statements(folder, version)) {
                Matcher table = TABLE.matcher(sql);
                if (table.lookingAt()) missing.add(table.group(1));
            }
        try (ResultSet tables = connection.getMetaData().getTables(null, connection.getSchema(), "dlq%", null)) {
            while (tables.next()) missing.remove(tables.getString("TABLE_NAME"));
        }
        if (!missing.isEmpty())
            throw new StoreException("this store is not whole: it should have the tables " + String.join(", ", missing)
                    + " and does not; restore a backup");
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
        try (InputStream in = Migrations.class.getResourceAsStream("/dev/redrive/jdbc/" + file)) {
            if (in == null) throw new IllegalStateException("missing migration " + file);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
