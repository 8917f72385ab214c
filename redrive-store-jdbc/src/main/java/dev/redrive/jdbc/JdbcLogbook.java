package dev.redrive.jdbc;

import dev.redrive.logbook.AlertMessage;
import dev.redrive.logbook.AuditLine;
import dev.redrive.logbook.AuditNote;
import dev.redrive.logbook.AuditQuery;
import dev.redrive.logbook.Logbook;
import dev.redrive.logbook.MinuteCount;
import dev.redrive.logbook.StepSum;
import dev.redrive.logbook.Steps;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Keeps the logbook in PostgreSQL. A lock of the database stands for the end of the audit log, a row's lock for a rule. */
final class PostgresLogbook implements Logbook {
    private static final long AUDIT_LOCK = 0x7265647269766533L;

    private final Postgres postgres;

    PostgresLogbook(Postgres postgres) {
        this.postgres = postgres;
    }

    private interface Change {
        void make(Sql sql) throws SQLException;
    }

    private void change(Change change) {
        postgres.transaction(sql -> {
            change.make(sql);
            return true;
        });
    }

    @Override
    public AuditLine append(AuditNote note) {
        return postgres.transaction(sql -> {
            sql.query("SELECT pg_advisory_xact_lock(" + AUDIT_LOCK + ")", in -> {}, row -> 0);
            return AuditTable.append(sql, note);
        });
    }

    @Override
    public List<AuditLine> audit(AuditQuery query) {
        return postgres.read(sql -> AuditTable.newest(sql, query));
    }

    @Override
    public List<AuditLine> auditFrom(long number, int limit) {
        return postgres.read(sql -> AuditTable.from(sql, number, limit));
    }

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return postgres.transaction(sql -> AlertTables.turn(sql, key, holds, now, quiet));
    }

    @Override
    public List<Firing> firing() {
        return postgres.read(AlertTables::firing);
    }

    @Override
    public void keep(AlertMessage message) {
        change(sql -> AlertTables.keep(sql, message));
    }

    @Override
    public List<AlertMessage> alerts(int limit, Optional<String> before) {
        return postgres.read(sql -> AlertTables.newest(sql, limit, before));
    }

    @Override
    public void count(Collection<MinuteCount> counts) {
        if (counts.isEmpty()) return;
        change(sql -> MinuteTable.add(sql, counts));
    }

    @Override
    public List<StepSum> series(Instant from, Instant to, Duration step, Optional<String> channel) {
        Steps steps = new Steps(from, to, step);
        return postgres.read(sql -> MinuteTable.series(sql, steps, channel));
    }

    @Override
    public void forgetCounts(Instant before) {
        change(sql -> MinuteTable.forget(sql, before));
    }
}
