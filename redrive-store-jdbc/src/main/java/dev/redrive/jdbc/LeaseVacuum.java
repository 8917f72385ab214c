package dev.redrive.jdbc;

import dev.redrive.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tidies the table of leases. It holds few rows but every letter passes through it, and the server's own clean-up, which comes
 * once a minute, would leave millions of dead rows for everybody who counts what is being retried.
 */
final class LeaseVacuum implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseVacuum.class);
    private static final int AFTER = 20_000;

    private final Postgres postgres;
    private final AtomicInteger gone = new AtomicInteger();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "redrive-vacuum");
        made.setDaemon(true);
        return made;
    });

    LeaseVacuum(Postgres postgres) {
        this.postgres = postgres;
    }

    /** So many letters left the table. */
    void left(int letters) {
        if (gone.addAndGet(letters) < AFTER) return;
        gone.set(0);
        try {
            thread.execute(this::vacuum);
        } catch (RejectedExecutionException closing) {
            LOG.debug("closing, so nobody needs it tidy");
        }
    }

    private void vacuum() {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute("VACUUM (TRUNCATE false) dlq_lease");
        } catch (SQLException | StoreException e) {
            LOG.debug("could not tidy the leases; the server does it later", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
