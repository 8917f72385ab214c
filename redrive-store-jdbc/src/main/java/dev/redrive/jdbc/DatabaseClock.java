package dev.redrive.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/** The clock of a database server, as this process knows it: its own clock and how far that is off. */
final class DatabaseClock implements InstantSource {
    private static final String NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    private final InstantSource local;
    private volatile long offset;

    DatabaseClock(InstantSource local) {
        this.local = local;
    }

    /** Asks the server, and remembers the answer. */
    Instant ask(Sql sql) throws SQLException {
        long before = local.millis();
        long server = sql.first(NOW, in -> {}, Columns::big).orElseThrow();
        offset = server - (before + local.millis()) / 2;
        return Instant.ofEpochMilli(server);
    }

    @Override
    public Instant instant() {
        return local.instant().plusMillis(offset);
    }
}
