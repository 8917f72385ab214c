package dev.redrive.jdbc.book;

import dev.redrive.alert.AlertMessage;
import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.logbook.Logbook;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Keeps the logbook beside the letters, the same on both databases. */
public final class JdbcLogbook implements Logbook {
    private final Transactions transactions;

    public JdbcLogbook(Transactions transactions) {
        this.transactions = transactions;
    }

    private interface Change {
        void make(Sql sql) throws SQLException;
    }

    private void change(Change change) {
        transactions.transaction(sql -> {
            change.make(sql);
            return true;
        });
    }

    @Override
    public AuditLine append(AuditNote note) {
        return transactions.appending(sql -> AuditTable.append(sql, note));
    }

    @Override
    public List<AuditLine> audit(AuditQuery query) {
        return transactions.read(sql -> AuditTable.newest(sql, query));
    }

    @Override
    public List<AuditLine> auditFrom(long number, int limit) {
        return transactions.read(sql -> AuditTable.from(sql, number, limit));
    }

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return transactions.transaction(sql -> AlertTables.turn(sql, key, holds, now, quiet));
    }

    @Override
    public void unheard(String key, Instant toldAt) {
        change(sql -> AlertTables.unheard(sql, key, toldAt));
    }

    @Override
    public List<Firing> firing() {
        return transactions.read(AlertTables::firing);
    }

    @Override
    public void keep(AlertMessage message) {
        change(sql -> AlertTables.keep(sql, message));
    }

    @Override
    public List<AlertMessage> alerts(int limit, Optional<String> before) {
        return transactions.read(sql -> AlertTables.newest(sql, limit, before));
    }

    @Override
    public void count(Collection<MinuteCount> counts) {
        if (counts.isEmpty()) return;
        change(sql -> MinuteTable.add(sql, counts));
    }

    @Override
    public List<StepSum> series(Instant from, Instant to, Duration step, Optional<String> channel) {
        Steps steps = new Steps(from, to, step);
        return transactions.read(sql -> MinuteTable.series(sql, steps, channel));
    }

    @Override
    public void forgetCounts(Instant before) {
        change(sql -> MinuteTable.forget(sql, before));
    }
}
