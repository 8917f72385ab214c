package dev.redrive.jdbc.sqlite;

import dev.redrive.internal.file.PrivateFiles;
import dev.redrive.jdbc.sql.Batcher;
import dev.redrive.jdbc.sql.Migrations;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.StoreErrors;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.store.Backup;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** The connections to one SQLite file: one that writes, on its own thread, and a few that read. */
final class SqliteFile implements Transactions, AutoCloseable {
    private static final String BEGIN = "BEGIN IMMEDIATE";
    private static final String COMMIT = "COMMIT";
    private static final int READERS = 4;
    private static final int MOST_PER_COMMIT = 5000;
    private static final int CHECKPOINT_PAGES = 16000;
    /** How long another process may hold the file before we say so. */
    static final Duration BUSY = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** A transaction of this length may be longer than a lease; below it, leases are not prolonged. */
    private static final Duration LONG = Duration.ofMillis(100);

    interface Write<T> {
        T write(SqliteWriter writer) throws SQLException;
    }

    interface Transaction<T> {
        T run(SqliteWriter writer) throws Exception;
    }

    private static final class Job<T> extends Batcher.Work {
        private final int weight;
        private final Write<T> write;
        private @Nullable T result;

        Job(int weight, Write<T> write) {
            this.weight = weight;
            this.write = write;
        }

        @Override
        public int weight() {
            return weight;
        }

        void run(SqliteWriter writer) throws SQLException {
            result = write.write(writer);
        }
    }

    private final Path path;

    private final InstantSource clock;
    /** Held by the writer: the writer thread, or a transactional handler on its own thread. */
    private final ReentrantLock writing = new ReentrantLock();

    private final SqliteWriter writer;
    private final Batcher<Job<?>> jobs;
    private final BlockingQueue<Sql> idleReaders = new LinkedBlockingQueue<>();
    private final Semaphore readers = new Semaphore(READERS);
    private volatile boolean closed;

    SqliteFile(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) PrivateFiles.folder(folder);
            boolean existed = Files.exists(path) && Files.size(path) > 0;
            PrivateFiles.file(path);
            for (String suffix : List.of("-wal", "-shm")) PrivateFiles.tighten(Path.of(path + suffix));
            if (!existed) SqliteSpace.prepare(path);
            Connection connection = open();
            if (existed) SqliteBackup.warnWhenEmpty(path, connection);
            // Pages of the indexes change with every batch; writing them back less often writes them fewer times.
            execute(connection, "PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
            // What is deleted is overwritten where that costs no more writing; see SqliteWriter.erasing.
            execute(connection, "PRAGMA secure_delete = FAST");
            execute(connection, BEGIN);
            Migrations.run(connection, "sqlite");
            execute(connection, COMMIT);
            // So that the file has all tables by itself, without its -wal file.
            execute(connection, "PRAGMA wal_checkpoint(PASSIVE)");
            writer = new SqliteWriter(Sql.sqlite(connection));
        } catch (IOException e) {
            throw new StoreUnavailable("cannot make the folder for " + path + ": " + e.getMessage(), e);
        } catch (SQLException e) {
            throw StoreErrors.of("opening " + path, e);
        }
        jobs = new Batcher<>("redrive-sqlite-writer", 1, MOST_PER_COMMIT, this::commit);
    }

    Path path() {
        return path;
    }

    /**
     * Transactions are begun and ended by hand: the driver's own begin the next one with every commit, and would keep other
     * processes out for ever.
     */
    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection open() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout((int) BUSY.toMillis());
        config.setCacheSize(-64_000);
        config.setPragma(SQLiteConfig.Pragma.JOURNAL_SIZE_LIMIT, String.valueOf(64 * 1024 * 1024));
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        return config.createConnection("jdbc:sqlite:" + path);
    }

    // Writing

    @Override
    public <T> T transaction(Work<T> work) {
        return write(writer -> work.run(writer.sql()));
    }

    /** The writer has the file to itself already. */
    @Override
    public <T> T appending(Work<T> work) {
        return transaction(work);
    }

    <T> T write(Write<T> write) {
        return write(1, write);
    }

    <T> T write(int weight, Write<T> write) {
        refuseInTransaction();
        Job<T> job = new Job<>(weight, write);
        jobs.await(job, PATIENCE);
        return Objects.requireNonNull(job.result);
    }

    /** The handler's thread would wait for itself; and what it writes must not go back with the handler's own work. */
    private void refuseInTransaction() {
        if (writing.isHeldByCurrentThread())
            throw new StoreUnavailable("a transactional handler has " + path
                    + " to itself and cannot change letters in it; do so on another thread, or after the handler");
    }

    /** Does all of these in one commit; a job that fails is undone alone, one whose caller no longer waits is left out. */
    private void commit(List<Job<?>> batch) {
        writing.lock();
        try {
            execute(writer.sql().connection(), BEGIN);
            for (Job<?> job : batch) if (!job.done.isDone()) runAlone(job, batch.size() > 1);
            execute(writer.sql().connection(), COMMIT);
            writer.committed();
        } catch (SQLException e) {
            rollback(e);
            throw StoreErrors.of("writing to " + path, e);
        } catch (RuntimeException | Error e) {
            rollback(e);
            throw e;
        } finally {
            writing.unlock();
        }
    }

    private void runAlone(Job<?> job, boolean withOthers) throws SQLException {
        if (!withOthers) {
            job.run(writer);
            return;
        }
        try (Statement statement = writer.sql().connection().createStatement()) {
            statement.execute("SAVEPOINT job");
            try {
                job.run(writer);
                statement.execute("RELEASE job");
            } catch (SQLException | RuntimeException e) {
                if (!isUndone(statement, e)) throw e;
                writer.rolledBack();
                job.done.completeExceptionally(
                        e instanceof SQLException sql ? StoreErrors.of("writing to " + path, sql) : e);
            }
        }
    }

    /** False when there is nothing to go back to: on a full disk SQLite undoes the whole transaction by itself. */
    private static boolean isUndone(Statement statement, Exception why) {
        try {
            statement.execute("ROLLBACK TO job");
            statement.execute("RELEASE job");
            return true;
        } catch (SQLException e) {
            why.addSuppressed(e);
            return false;
        }
    }

    private void rollback(Throwable why) {
        writer.rolledBack();
        try {
            execute(writer.sql().connection(), "ROLLBACK");
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    /** Runs on the calling thread, in no transaction; no other thread writes to the file meanwhile. */
    <T> T exclusively(Write<T> work) {
        refuseInTransaction();
        writing.lock();
        try {
            return work.write(writer);
        } catch (SQLException e) {
            throw StoreErrors.of("writing to " + path, e);
        } finally {
            writing.unlock();
        }
    }

    /** Runs on the calling thread; no other thread writes to the file meanwhile. */
    <T> T inTransaction(Transaction<T> transaction) throws Exception {
        refuseInTransaction();
        if (!writing.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
            throw new StoreException("another transaction held " + path + " for " + PATIENCE);
        try {
            execute(writer.sql().connection(), BEGIN);
            return alone(transaction);
        } finally {
            writing.unlock();
        }
    }

    private <T> T alone(Transaction<T> transaction) throws Exception {
        Instant since = clock.instant();
        try {
            T result = transaction.run(writer);
            prolongLeases(since);
            execute(writer.sql().connection(), COMMIT);
            writer.committed();
            return result;
        } catch (Exception | Error e) {
            rollback(e);
            try {
                prolongLeases(since);
            } catch (SQLException too) {
                e.addSuppressed(too);
            }
            throw e;
        }
    }

    /** No lease could be renewed since then, so none has come nearer to its end. */
    private void prolongLeases(Instant since) throws SQLException {
        Instant now = clock.instant();
        if (Duration.between(since, now).compareTo(LONG) >= 0) writer.leases().prolong(since, now);
    }

    // Reading

    @Override
    public <T> T read(Work<T> work) {
        if (closed) throw new StoreException("the store is closed");
        readers.acquireUninterruptibly();
        try {
            Sql reader = idleReaders.poll();
            if (reader == null) reader = Sql.sqlite(open());
            try {
                T result = snapshot(reader, work);
                idleReaders.add(reader);
                if (closed) closeReaders();
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                close(reader, e);
                throw e;
            }
        } catch (SQLException e) {
            throw StoreErrors.of("reading " + path, e);
        } finally {
            readers.release();
        }
    }

    /** What one question reads belongs together, so it all comes from one moment. */
    private static <T> T snapshot(Sql reader, Work<T> work) throws SQLException {
        execute(reader.connection(), "BEGIN");
        T result = work.run(reader);
        execute(reader.connection(), COMMIT);
        return result;
    }

    private static void close(Sql reader, Throwable why) {
        try {
            reader.connection().close();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    private void closeReaders() throws SQLException {
        for (Sql reader = idleReaders.poll(); reader != null; reader = idleReaders.poll())
            reader.connection().close();
    }

    /** Beside the writer and the readers; the copy has no -wal file, and can give space back wherever this file cannot. */
    Backup backup(Path copy) {
        try {
            PrivateFiles.file(copy);
            try (Connection connection = open()) {
                if (SqliteSpace.isFixed(Sql.sqlite(connection))) execute(connection, SqliteSpace.INCREMENTAL);
                try (PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
                    statement.setString(1, copy.toString());
                    statement.execute();
                }
            }
            BackupChecksum.append(copy);
            SqliteBackup.sync(copy);
            return new Backup.Done(SqliteBackup.verify(copy).letters());
        } catch (IOException e) {
            throw new StoreException("cannot write the backup " + copy + ": " + e.getMessage(), e);
        } catch (SQLException e) {
            throw new StoreException("cannot write the backup " + copy + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        closed = true;
        jobs.close();
        try {
            closeReaders();
            writer.sql().connection().close();
        } catch (SQLException e) {
            throw StoreErrors.of("closing " + path, e);
        }
    }
}
