package dev.redrive.benchmarks.peers;

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
import dev.redrive.benchmarks.sample.Samples;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;

/** JobRunr: each sample is the request of a background job. It keeps jobs that are done. */
public final class JobRunrPeer implements Subject {
    /** JobRunr makes requests from JSON, so it has to see this class. */
    public record Redeliver(String letter) implements JobRequest {
        @Override
        public Class<Redelivery> getJobRequestHandler() {
            return Redelivery.class;
        }
    }

    public static final class Redelivery implements JobRequestHandler<Redeliver> {
        private final Handler handler;

        Redelivery(Handler handler) {
            this.handler = handler;
        }

        @Override
        public void run(Redeliver request) {
            handler.handle(request.letter());
        }
    }

    /** JobRunr refuses a shorter interval. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

    private static final Duration FIRST_JOB_WITHIN = Duration.ofSeconds(60);

    private final PostgresServer server;
    private final Rates rates;
    private final JacksonJsonMapper json = new JacksonJsonMapper();

    public JobRunrPeer(PostgresServer server, Rates rates) {
        this.server = server;
        this.rates = rates;
    }

    @Override
    public void capture() throws Exception {
        try (Database database = server.fresh("jobrunr");
                HikariDataSource pool = database.pool(8);
                StorageProvider store = store(pool)) {
            JobRequestScheduler scheduler = new JobRequestScheduler(store);
            rates.warmUp(watch -> enqueueAll(scheduler, watch));
            database.run("TRUNCATE jobrunr_jobs");
            rates.rate(
                    Part.CAPTURE,
                    "JobRunr: enqueue a stream (5000 a commit)",
                    PostgresLimits.CAPTURE,
                    watch -> enqueueAll(scheduler, watch));
            rates.warmUp(watch -> enqueueOneByOne(scheduler, watch));
            database.run("TRUNCATE jobrunr_jobs");
            rates.rate(
                    Part.CAPTURE,
                    "JobRunr: one by one, 8 callers",
                    PostgresLimits.CAPTURE,
                    watch -> enqueueOneByOne(scheduler, watch));
        }
    }

    @Override
    public void drain() throws Exception {
        try (Database database = server.fresh("jobrunr");
                HikariDataSource pool = database.pool(70);
                StorageProvider store = store(pool)) {
            enqueueAll(new JobRequestScheduler(store), Stopwatch.withoutCap());
            database.run("CREATE TABLE stock AS SELECT * FROM jobrunr_jobs");
            rates.warmUp(watch -> drain(database, store, 16, watch));
            for (int workers : List.of(16, 64)) {
                restock(database);
                rates.rate(
                        Part.DRAIN,
                        "JobRunr: " + workers + " workers, poll 5 s",
                        PostgresLimits.DRAIN,
                        watch -> drain(database, store, workers, watch));
            }
        }
    }

    private StorageProvider store(HikariDataSource pool) {
        StorageProvider store = new PostgresStorageProvider(pool);
        store.setJobMapper(new JobMapper(json));
        return store;
    }

    private static void restock(Database database) throws SQLException {
        database.run(
                "TRUNCATE jobrunr_jobs", "INSERT INTO jobrunr_jobs SELECT * FROM stock", "VACUUM ANALYZE jobrunr_jobs");
    }

    private long enqueueAll(JobRequestScheduler scheduler, Stopwatch watch) {
        AtomicLong enqueued = new AtomicLong();
        scheduler.enqueue(IntStream.range(0, rates.entries())
                .takeWhile(i -> !watch.isOver())
                .peek(i -> enqueued.incrementAndGet())
                .mapToObj(JobRunrPeer::request));
        return enqueued.get();
    }

    private long enqueueOneByOne(JobRequestScheduler scheduler, Stopwatch watch) throws Exception {
        return new Callers(8).share(rates.entries(), watch, i -> scheduler.enqueue(request(i)));
    }

    private static Redeliver request(int i) {
        return new Redeliver(Samples.of(i).json());
    }

    /** Counts from the first job on: how long the first poll takes says nothing about the rate. */
    private long drain(Database database, StorageProvider store, int workers, Stopwatch watch) throws Exception {
        Handler handler = new Handler();
        BackgroundJobServer jobs = new BackgroundJobServer(store, json, new Activator(handler), configuration(workers));
        jobs.start();
        handler.awaitEntries(1, new Stopwatch(FIRST_JOB_WITHIN));
        if (handler.handled() == 0) throw new IllegalStateException("JobRunr did not start to work on its jobs");
        watch.restart();
        handler.awaitEntries(rates.entries(), watch);
        long handled = handler.handled();
        watch.stop();
        jobs.stop();
        long succeeded = database.count("SELECT count(*) FROM jobrunr_jobs WHERE state = 'SUCCEEDED'");
        rates.compare("JobRunr", handler.handled(), succeeded);
        return handled;
    }

    private static BackgroundJobServerConfiguration configuration(int workers) {
        return BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(POLL_INTERVAL)
                .andWorkerCount(workers)
                .andInterruptJobsAwaitDurationOnStopBackgroundJobServer(Duration.ofSeconds(1));
    }

    private record Activator(Handler handler) implements JobActivator {
        @Override
        public <T> T activateJob(Class<T> type) {
            return type.cast(new Redelivery(handler));
        }
    }
}
