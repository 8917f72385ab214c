package dev.redrive.jdbc;

import dev.redrive.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tidies up behind the writers, on a thread of its own: folds appended changes into the counters, and vacuums the two tables that hold
 * few rows but that every letter passes through. The server's own clean-up, which comes once a minute, would leave
 * millions of dead rows for everybody who counts.
 */
final class PostgresTidying implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresTidying.class);
    private static final int LEASES = 20_000;
    private static final int FOLDS = 10;
    private static final int FOLD_AFTER_MILLIS = 1000;

    private final Postgres postgres;
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicBoolean unfolded = new AtomicBoolean();
    private final AtomicInteger folds = new AtomicInteger();
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, work -> {
        Thread made = new Thread(work, "redrive-tidying");
        made.setDaemon(true);
        return made;
    });

    PostgresTidying(Postgres postgres) {
        this.postgres = postgres;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        changed(); // what a process that was killed left behind
    }

    /** Changes of counters were appended. */
    void changed() {
        if (unfolded.compareAndSet(false, true)) later(this::fold, FOLD_AFTER_MILLIS);
    }

    /** So many letters left the table of leases. */
    void leasesLeft(int letters) {
        if (left.addAndGet(letters) < LEASES) return;
        left.set(0);
        later(() -> vacuum("dlq_lease"), 0);
    }

    private void later(Runnable work, int millis) {
        try {
            var unused = thread.schedule(work, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            LOG.debug("closing, so it stays for the next process");
        }
    }

    private void fold() {
        unfolded.set(false);
        try {
            postgres.transaction(sql -> {
                PostgresCounters.fold(sql);
                return 0;
            });
            if (folds.incrementAndGet() % FOLDS == 0) vacuum("dlq_delta");
        } catch (StoreException e) {
            LOG.debug("could not fold the counters; they are right, and folded later", e);
        }
    }

    private void vacuum(String table) {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute("VACUUM (TRUNCATE false) " + table);
        } catch (SQLException | StoreException e) {
            LOG.debug("could not tidy {}; the server does it later", table, e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) LOG.debug("still tidying while closing");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
