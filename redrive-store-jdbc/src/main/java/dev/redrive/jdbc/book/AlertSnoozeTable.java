package dev.redrive.jdbc.book;

import dev.redrive.alert.AlertSnooze;
import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The snoozes of alert rules, inside a transaction. */
final class AlertSnoozeTable {
    private static final String DELETE_ENDED = "DELETE FROM dlq_alert_snooze WHERE until <= ?";
    private static final String PUT = """
            INSERT INTO dlq_alert_snooze (key, snoozed_by, reason, since, until) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET snoozed_by = excluded.snoozed_by, reason = excluded.reason, since = excluded.since,
                until = excluded.until""";
    private static final String DELETE = """
            DELETE FROM dlq_alert_snooze WHERE key = ? RETURNING key, snoozed_by, reason, since, until""";
    private static final String LIST = """
            SELECT key, snoozed_by, reason, since, until FROM dlq_alert_snooze WHERE until > ? ORDER BY key""";

    private AlertSnoozeTable() {}

    static void put(Sql sql, AlertSnooze snooze) throws SQLException {
        sql.update(DELETE_ENDED, in -> in.int8(snooze.since().toEpochMilli()));
        sql.update(PUT, in -> {
            in.text(snooze.key());
            in.text(snooze.by());
            in.text(snooze.reason());
            in.int8(snooze.since().toEpochMilli());
            in.int8(snooze.until().toEpochMilli());
        });
    }

    static Optional<AlertSnooze> delete(Sql sql, String key) throws SQLException {
        return sql.first(DELETE, in -> in.text(CleanText.text(key)), AlertSnoozeTable::read);
    }

    static List<AlertSnooze> list(Sql sql, Instant now) throws SQLException {
        return sql.query(LIST, in -> in.int8(now.toEpochMilli()), AlertSnoozeTable::read);
    }

    private static AlertSnooze read(Columns row) throws SQLException {
        return new AlertSnooze(row.text(), row.text(), row.textOrNull(), row.time(), row.time());
    }
}
