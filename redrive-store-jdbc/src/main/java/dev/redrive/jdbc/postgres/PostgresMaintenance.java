package dev.redrive.jdbc.postgres;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains tables on a thread of its own: folds appended changes into the counters, vacuums the two tables that hold
 * few rows but that every letter passes through, makes the partitions of the next months, and analyzes the tables that are cut by month. Autovacuum, which runs once a
 * minute, would leave millions of dead rows for each count to read; and it analyzes months, never the tables above them, so
 * that a search over several tables would be planned without knowing how many letters there are.
 */
final class PostgresMaintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresMaintenance.class);
    private static final int LEASES = 20_000;
    private static final int FOLDS = 10;
    private static final int FOLD_AFTER_MILLIS = 1000;
    /** Work is done for at most a fiftieth of the time, which matters while an old snapshot keeps all that is dead. */
    private static final int SPACING = 50;

    /** Later, so many changes would be left that every count takes long, too. */
    private static final int FOLD_AT_LATEST_MILLIS = 30_000;

    private final PostgresDatabase postgres;
    private final Partitions partitions;
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicBoolean unfolded = new AtomicBoolean();
    private final AtomicInteger folds = new AtomicInteger();
    private volatile int foldAfterMillis = FOLD_AFTER_MILLIS;
    /** Until when a table or a piece of work is left alone; for the one thread. */
    private final Map<String, Long> rests = new HashMap<>();

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("redrive-maintenance"));

    PostgresMaintenance(PostgresDatabase postgres, Partitions partitions) {
        this.postgres = postgres;
        this.partitions = partitions;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        changed(); // what a process that was killed left behind
    }

    /** Changes of counters were appended. */
    void changed() {
        if (unfolded.compareAndSet(false, true)) later(this::fold, foldAfterMillis);
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
            LOG.debug("closing; the next process folds the counters");
        }
    }

    private void fold() {
        unfolded.set(false);
        long began = System.nanoTime();
        try {
            postgres.transaction(sql -> {
                PostgresCounters.fold(sql);
                return 0;
            });
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            foldAfterMillis = foldAfter(took);
            if (folds.incrementAndGet() % FOLDS == 0) vacuum("dlq_delta");
            partitions.makeAhead(postgres.clock().instant());
            analyzeGrown();
        } catch (StoreException e) {
            LOG.debug("could not fold the counters; they are right, and folded later", e);
        }
    }

    /** How long the changes are left after a fold that took so long. */
    static int foldAfter(long tookMillis) {
        return (int) Math.max(FOLD_AFTER_MILLIS, Math.min(tookMillis * SPACING, FOLD_AT_LATEST_MILLIS));
    }

    /** Of the tables that are cut by month, those that have twice as many rows as when they were analyzed. */
    private static final String GROWN = """
            SELECT parent.relname FROM pg_class parent
            JOIN pg_inherits i ON i.inhparent = parent.oid
            JOIN pg_stat_user_tables month ON month.relid = i.inhrelid
            WHERE parent.relkind = 'p' AND parent.relname LIKE 'dlq!_%' ESCAPE '!' AND parent.relnamespace = (
                SELECT relnamespace FROM pg_class WHERE oid = 'dlq_schema'::regclass)
            GROUP BY parent.oid, parent.relname, parent.reltuples
            HAVING SUM(month.n_live_tup) > 2 * GREATEST(parent.reltuples, 500)""";

    private void analyzeGrown() {
        if (isResting(GROWN)) return;
        long began = System.nanoTime();
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            List<String> grown = new ArrayList<>();
            try (ResultSet tables = statement.executeQuery(GROWN)) {
                while (tables.next()) grown.add(tables.getString(1));
            }
            for (String table : grown) statement.execute("ANALYZE " + table);
        } catch (SQLException | StoreException e) {
            LOG.debug("could not analyze the tables of letters; it is tried again", e);
        }
        rest(GROWN, began);
    }

    private boolean isResting(String work) {
        Long rest = rests.get(work);
        return rest != null && System.nanoTime() - rest < 0;
    }

    private void rest(String work, long began) {
        long ended = System.nanoTime();
        rests.put(work, ended + (ended - began) * SPACING);
    }

    private void vacuum(String table) {
        if (isResting(table)) return;
        long began = System.nanoTime();
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute("VACUUM (TRUNCATE false) " + table);
        } catch (SQLException | StoreException e) {
            LOG.debug("could not vacuum {}; autovacuum does it later", table, e);
        }
        rest(table, began);
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(5, TimeUnit.SECONDS)) LOG.debug("maintenance still runs while closing");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
