package dev.redrive.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.benchmarks.limits.PostgresLimits;
import dev.redrive.benchmarks.machine.Database;
import dev.redrive.benchmarks.machine.PostgresServer;
import dev.redrive.benchmarks.measure.Callers;
import dev.redrive.benchmarks.measure.Handler;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** db-scheduler: each sample is the data of a one-time task. It deletes tasks that are done. */
public final class DbSchedulerPeer implements Subject {
    private static final int BATCH = 1_000;
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    /** Columns and the three indexes as in its own script for PostgreSQL. */
    private static final List<String> CREATE_TABLE = List.of(
            "DROP TABLE IF EXISTS scheduled_tasks",
            """
            CREATE TABLE scheduled_tasks (
                task_name text NOT NULL,
                task_instance text NOT NULL,
                task_data bytea,
                execution_time timestamptz,
                picked boolean NOT NULL,
                picked_by text,
                last_success timestamptz,
                last_failure timestamptz,
                consecutive_failures int,
                last_heartbeat timestamptz,
                version bigint NOT NULL,
                priority smallint,
                state text,
                PRIMARY KEY (task_name, task_instance))""",
            "CREATE INDEX ON scheduled_tasks (execution_time)",
            "CREATE INDEX ON scheduled_tasks (last_heartbeat)",
            "CREATE INDEX ON scheduled_tasks (priority DESC, execution_time)");

    private final PostgresServer server;
    private final Rates rates;

    public DbSchedulerPeer(PostgresServer server, Rates rates) {
        this.server = server;
        this.rates = rates;
    }

    @Override
    public void capture() throws Exception {
        try (Database database = server.fresh("db_scheduler");
                HikariDataSource pool = database.pool(8)) {
            createTable(database);
            rates.warmUp(watch -> scheduleAll(pool, watch));
            createTable(database);
            rates.rate(
                    Part.CAPTURE,
                    "db-scheduler: scheduleBatch x1000",
                    PostgresLimits.CAPTURE,
                    watch -> scheduleAll(pool, watch));
            createTable(database);
            rates.warmUp(watch -> scheduleOneByOne(pool, watch));
            createTable(database);
            rates.rate(
                    Part.CAPTURE,
                    "db-scheduler: one by one, 8 callers",
                    PostgresLimits.CAPTURE,
                    watch -> scheduleOneByOne(pool, watch));
        }
    }

    @Override
    public void drain() throws Exception {
        try (Database database = server.fresh("db_scheduler");
                HikariDataSource pool = database.pool(60)) {
            createTable(database);
            scheduleAll(pool, Stopwatch.withoutCap());
            database.run("CREATE TABLE stock AS SELECT * FROM scheduled_tasks");
            rates.warmUp(watch -> drain(database, pool, 10, watch));
            for (int threads : List.of(10, 50)) {
                restock(database);
                rates.rate(
                        Part.DRAIN,
                        "db-scheduler: lock-and-fetch 1.0 to 10.0, " + threads + " threads",
                        PostgresLimits.DRAIN,
                        watch -> drain(database, pool, threads, watch));
            }
        }
    }

    private static void createTable(Database database) throws SQLException {
        database.run(CREATE_TABLE.toArray(String[]::new));
    }

    private static void restock(Database database) throws SQLException {
        createTable(database);
        database.run("INSERT INTO scheduled_tasks SELECT * FROM stock", "VACUUM ANALYZE scheduled_tasks");
    }

    private long scheduleAll(DataSource pool, Stopwatch watch) {
        OneTimeTask<byte[]> task = task(new Handler());
        SchedulerClient client = SchedulerClient.Builder.create(pool, task).build();
        int scheduled = 0;
        while (scheduled < rates.entries() && !watch.isOver()) {
            int to = Math.min(scheduled + BATCH, rates.entries());
            List<TaskInstance<?>> batch = new ArrayList<>(BATCH);
            for (Sample sample : Samples.range(scheduled, to)) batch.add(instance(task, sample));
            client.scheduleBatch(batch, LONG_AGO);
            scheduled = to;
        }
        return scheduled;
    }

    private long scheduleOneByOne(DataSource pool, Stopwatch watch) throws Exception {
        OneTimeTask<byte[]> task = task(new Handler());
        SchedulerClient client = SchedulerClient.Builder.create(pool, task).build();
        return new Callers(8)
                .share(
                        rates.entries(),
                        watch,
                        i -> client.scheduleIfNotExists(instance(task, Samples.of(i)), LONG_AGO));
    }

    private long drain(Database database, DataSource pool, int threads, Stopwatch watch) throws Exception {
        Handler handler = new Handler();
        Scheduler scheduler = Scheduler.create(pool, task(handler))
                .threads(threads)
                .pollUsingLockAndFetch(1.0, 10.0)
                .pollingInterval(Duration.ofMillis(10))
                .build();
        scheduler.start();
        handler.awaitEntries(rates.entries(), watch);
        long handled = handler.handled();
        watch.stop();
        scheduler.stop();
        long left = database.count("SELECT count(*) FROM scheduled_tasks");
        rates.compare("db-scheduler", handler.handled(), rates.entries() - left);
        return handled;
    }

    private static TaskInstance<byte[]> instance(OneTimeTask<byte[]> task, Sample sample) {
        return task.instance(sample.id().toString(), sample.jsonBytes());
    }

    private static OneTimeTask<byte[]> task(Handler handler) {
        return Tasks.oneTime("redeliver", byte[].class)
                .execute((instance, context) -> handler.handle(instance.getData().length));
    }
}
