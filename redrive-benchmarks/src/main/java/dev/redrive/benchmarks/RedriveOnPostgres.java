package dev.redrive.benchmarks;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Redrive on PostgreSQL. */
final class RedriveOnPostgres extends RedriveBench {
    private final PostgresServer server;
    private final AtomicInteger databases = new AtomicInteger();

    RedriveOnPostgres(PostgresServer server, Rates rates) {
        super(rates, "Redrive on PostgreSQL", Part.CAPTURE, Part.DRAIN, PostgresLimits.CAPTURE, PostgresLimits.DRAIN);
        this.server = server;
    }

    record OwnDatabase(Database database) implements Fresh {
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
    OwnDatabase fresh() throws SQLException {
        return new OwnDatabase(server.fresh("redrive_" + databases.incrementAndGet()));
    }

    @Override
    void afterFill(Fresh store) throws SQLException {
        ((OwnDatabase) store).database().run("VACUUM ANALYZE");
    }
}
