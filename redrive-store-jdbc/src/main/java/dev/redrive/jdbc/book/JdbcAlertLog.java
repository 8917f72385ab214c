package dev.redrive.jdbc.book;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.alert.RuleState;
import dev.redrive.jdbc.sql.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The alert log in the database of the letters. */
public final class JdbcAlertLog implements AlertLog {
    private final Transactions transactions;

    public JdbcAlertLog(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return change(key, state -> state.after(holds, now, quiet));
    }

    @Override
    public void undelivered(String key, Instant announcedAt) {
        Turn unused = change(key, state -> state.undelivered(announcedAt));
    }

    @Override
    public void snoozedTurn(String key, boolean holds, Instant now) {
        Turn unused = change(key, state -> state.afterSnoozed(holds, now));
    }

    private Turn change(String key, UnaryOperator<RuleState> step) {
        return transactions.transaction(sql -> AlertTables.change(sql, key, step));
    }

    @Override
    public List<Firing> firing() {
        return transactions.read(AlertTables::firing);
    }

    @Override
    public void snooze(AlertSnooze snooze) {
        transactions.transaction(sql -> {
            AlertSnoozeTable.put(sql, snooze);
            return true;
        });
    }

    @Override
    public Optional<AlertSnooze> endSnooze(String key) {
        return transactions.transaction(sql -> AlertSnoozeTable.delete(sql, key));
    }

    @Override
    public List<AlertSnooze> snoozes(Instant now) {
        return transactions.read(sql -> AlertSnoozeTable.list(sql, now));
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
