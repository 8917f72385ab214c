package dev.redrive.jdbc.book;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.jdbc.sql.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The alert log in the database of the letters. */
public final class JdbcAlertLog implements AlertLog {
    private final Transactions transactions;

    public JdbcAlertLog(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return transactions.transaction(sql -> AlertTables.turn(sql, key, holds, now, quiet));
    }

    @Override
    public void undelivered(String key, Instant announcedAt) {
        transactions.transaction(sql -> {
            AlertTables.undelivered(sql, key, announcedAt);
            return true;
        });
    }

    @Override
    public List<Firing> firing() {
        return transactions.read(AlertTables::firing);
    }

    @Override
    public void save(AlertMessage message) {
        transactions.transaction(sql -> {
            AlertTables.save(sql, message);
            return true;
        });
    }

    @Override
    public List<AlertMessage> messages(int limit, Optional<String> before) {
        return transactions.read(sql -> AlertTables.newest(sql, limit, before));
    }
}
