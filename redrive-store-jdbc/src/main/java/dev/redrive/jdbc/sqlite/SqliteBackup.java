package dev.redrive.jdbc.sqlite;

import dev.redrive.internal.file.PrivateFiles;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.store.StoreException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/** Backups of SQLite stores: whole database files that are no longer written to. */
public final class SqliteBackup {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteBackup.class);

    private static final String BEFORE_RESTORE = ".before-restore";

    private SqliteBackup() {}

    /**
     * What is in a backup.
     *
     * @param hasChecksum whether it is known to be, to the last bit, as it was made; copies of other tools have none
     */
    public record Content(int schema, long letters, boolean hasChecksum) {}

    /**
     * What was put where a store is expected.
     *
     * @param aside where the store is now that was there before
     */
    public record Restored(Content content, Optional<Path> aside) {}

    /**
     * Reads all of a file.
     *
     * @throws StoreException when it is not a whole store that this program knows, and why
     */
    public static Content verify(Path file) {
        if (!Files.isRegularFile(file)) throw new StoreException("there is no file " + file);
        boolean hasChecksum = hasChecksum(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            String integrity = text(statement, "PRAGMA integrity_check(1)");
            if (!integrity.equals("ok")) throw new StoreException(file + " is damaged: " + integrity);
            if (number(statement, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'dlq_schema'") == 0)
                throw new StoreException(file + " holds no letters of Redrive");
            int schema = Migrations.checked(connection);
            long letters = number(statement, "SELECT COUNT(*) FROM dlq_letter");
            long states = number(statement, """
                    SELECT (SELECT COUNT(*) FROM dlq_ready) + (SELECT COUNT(*) FROM dlq_waiting)
                        + (SELECT COUNT(*) FROM dlq_lease) + (SELECT COUNT(*) FROM dlq_settled)""");
            if (letters != states)
                throw new StoreException(file + " has " + letters + " letters, but " + states + " states");
            return new Content(schema, letters, hasChecksum);
        } catch (SQLException e) {
            throw new StoreException(file + " is not a whole SQLite database: " + e.getMessage(), e);
        }
    }

    private static boolean hasChecksum(Path file) {
        try {
            return BackupChecksum.check(file);
        } catch (IOException e) {
            throw new StoreException("cannot read " + file + ": " + e, e);
        }
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Puts a verified backup where a store is expected. A store that is there already is kept beside it, under a name that
     * no other one has.
     *
     * @param replace whether a store with letters in it may be put aside
     * @throws StoreException when the store is open, or it has letters and may not be replaced
     */
    public static Restored restore(Path backup, Path store, boolean replace) {
        Content content = verify(backup);
        if (BackupChecksum.hasLog(backup))
            throw new StoreException(backup + "-wal has letters that are not in " + backup
                    + " yet; put them there first: sqlite3 " + backup + " 'PRAGMA wal_checkpoint(TRUNCATE)'");
        Path part = Path.of(store + ".restoring");
        Path aside = aside(store);
        try {
            Path folder = store.toAbsolutePath().getParent();
            if (folder != null) PrivateFiles.folder(folder);
            if (Files.exists(store)) makeSureOf(store, replace);
            Files.deleteIfExists(part);
            PrivateFiles.file(part);
            copyPages(backup, part);
            boolean replaces = Files.exists(store);
            if (replaces) Files.move(store, aside);
            Files.move(part, store, StandardCopyOption.ATOMIC_MOVE);
            for (String suffix : List.of("-wal", "-shm")) Files.deleteIfExists(Path.of(store + suffix));
            return new Restored(content, replaces ? Optional.of(aside) : Optional.empty());
        } catch (IOException e) {
            throw new StoreException("cannot restore to " + store + ": " + e, e);
        }
    }

    private static Path aside(Path store) {
        Path aside = Path.of(store + BEFORE_RESTORE);
        for (int i = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); i++)
            aside = Path.of(store + BEFORE_RESTORE + "-" + i);
        return aside;
    }

    /** Into a file that is there, so that others cannot read it meanwhile. */
    private static void copyPages(Path backup, Path part) throws IOException {
        try (FileChannel in = FileChannel.open(backup);
                FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
            long length = BackupChecksum.lengthOfPages(backup);
            long copied = 0;
            while (copied < length) {
                long more = in.transferTo(copied, length - copied, out);
                if (more <= 0) throw new EOFException(backup + " became shorter while it was read");
                copied += more;
            }
            out.force(true);
        }
    }

    /** Leaves the write-ahead log only when no other process has the file open, and merges it into the file. */
    private static void makeSureOf(Path store, boolean replace) {
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement()) {
            boolean hasLetters = number(statement, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'dlq_letter'") > 0
                    && number(statement, "SELECT COUNT(*) FROM (SELECT 1 FROM dlq_letter LIMIT 1)") > 0;
            if (hasLetters && !replace)
                throw new StoreException(
                        store + " has letters in it; with --replace it is put aside as " + aside(store));
            statement.execute("PRAGMA journal_mode = DELETE");
        } catch (SQLException e) {
            throw new StoreException(
                    store + " is in use, or is no database; stop the server that has it open first: " + e.getMessage(),
                    e);
        }
    }

    static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** A copy of a store's file alone, without its -wal file, looks like a database in which nothing was ever written. */
    static void warnWhenEmpty(Path file, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (number(statement, "SELECT COUNT(*) FROM sqlite_master") > 0) return;
        }
        LOG.warn(
                "{} was there already but has no tables, so this is an EMPTY store. If it is a copy, the copy is not whole:"
                        + " {}-wal belongs to it. Make backups with: redrive backup create FILE",
                file,
                file);
    }
}
