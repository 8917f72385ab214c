package dev.redrive.jdbc.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock of a database server: the local clock corrected by its difference to the server's. The statement that asks for the
 * time also reads the sizes of the tables that all letters pass through.
 */
public final class DatabaseClock implements InstantSource {
    private static final String NOW = """
            SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                pg_relation_size('dlq_ready'), pg_relation_size('dlq_waiting'), pg_relation_size('dlq_lease')""";

    private final InstantSource local;
    private volatile long offset;
    private volatile long queueBytes;
    private volatile long leaseBytes;

    public DatabaseClock(InstantSource local) {
        this.local = local;
    }

    /** Asks the server, and remembers the answer. */
    public Instant ask(Sql sql) throws SQLException {
        long before = local.millis();
        long server = sql.first(NOW, in -> {}, this::read).orElseThrow();
        offset = server - (before + local.millis()) / 2;
        return Instant.ofEpochMilli(server);
    }

    private long read(Columns row) throws SQLException {
        long server = row.big();
        queueBytes = row.big() + row.big();
        leaseBytes = row.big();
        return server;
    }

    /** Of what waits and what is ready, when the server was last asked. */
    public long queueBytes() {
        return queueBytes;
    }

    public long leaseBytes() {
        return leaseBytes;
    }

    @Override
    public Instant instant() {
        return local.instant().plusMillis(offset);
    }
}
