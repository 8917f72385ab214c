package dev.redrive.benchmarks.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.benchmarks.limits.PostgresLimits;
import dev.redrive.benchmarks.machine.Database;
import dev.redrive.benchmarks.machine.PostgresServer;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Redrive on PostgreSQL. */
public final class RedriveOnPostgres extends RedriveBench {
    private static final int CONNECTIONS = 8;

    private final PostgresServer server;
    private final AtomicInteger databases = new AtomicInteger();

    public RedriveOnPostgres(PostgresServer server, Rates rates) {
        super(rates, "Redrive on PostgreSQL", Part.CAPTURE, Part.DRAIN, PostgresLimits.CAPTURE, PostgresLimits.DRAIN);
        this.server = server;
    }

    public record OwnDatabase(Database database) implements Fresh {
        @Override
        public String url() {
            return database.url()
                    .replace("jdbc:postgresql://", "postgresql://redrive@")
                    .replaceFirst("\\?.*", "");
        }

        @Override
        public void close() throws SQLException {
            database.close();
        }
    }

    /** What another index would cost: run with REDRIVE_BENCH_SQL="CREATE INDEX …". */
    @Override
    void afterOpen(Fresh store) throws SQLException {
        String more = System.getenv("REDRIVE_BENCH_SQL");
        if (more != null) ((OwnDatabase) store).database().run(more);
    }

    @Override
    public void withClock(Fresh store, InstantSource clock, StoreWork work) throws Exception {
        try (HikariDataSource pool = ((OwnDatabase) store).database().pool(CONNECTIONS);
                DeadLetterStore open = PostgresDeadLetterStore.in(pool, clock)) {
            work.with(open);
        }
    }

    @Override
    public long bytes(Fresh store) throws SQLException {
        return ((OwnDatabase) store).database().count("SELECT pg_database_size(current_database())");
    }

    @Override
    public OwnDatabase fresh() throws SQLException {
        return new OwnDatabase(server.fresh("redrive_" + databases.incrementAndGet()));
    }

    @Override
    void afterFill(Fresh store) throws SQLException {
        ((OwnDatabase) store).database().run("VACUUM ANALYZE");
    }
}
