package dev.redrive.jdbc.book;

import dev.redrive.alert.AlertLog.Firing;
import dev.redrive.alert.AlertLog.Turn;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.alert.AlertMessage.Kind;
import dev.redrive.alert.RuleState;
import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.json.Json;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the rules of alerts stand, and the messages about them, inside a transaction. */
final class AlertTables {
    /** A rule is one process's at a time: its row is locked, or, in SQLite, all of the file. */
    private static final String STATE = "SELECT firing, told, since, last_told_at FROM dlq_alert WHERE key = ?";

    private static final String STATE_LOCKED =
            "SELECT firing, told, since, last_told_at FROM dlq_alert WHERE key = ? FOR UPDATE";
    private static final String PUT_STATE = """
            INSERT INTO dlq_alert (key, firing, told, since) VALUES (?, 0, 0, 0) ON CONFLICT DO NOTHING""";
    private static final String SET_STATE = """
            UPDATE dlq_alert SET firing = ?, told = ?, since = ?, last_told_at = ? WHERE key = ?""";
    private static final String FIRING = "SELECT key, since FROM dlq_alert WHERE firing = 1 ORDER BY since, key";
    private static final String KEEP = """
            INSERT INTO dlq_alert_message (id, rule, channel, severity, kind, message, at, deliveries)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET rule = excluded.rule, channel = excluded.channel, severity = excluded.severity,
                kind = excluded.kind, message = excluded.message, at = excluded.at, deliveries = excluded.deliveries""";
    private static final String MESSAGES = """
            SELECT id, rule, channel, severity, kind, message, at FROM dlq_alert_message ORDER BY id DESC LIMIT ?""";
    private static final String MESSAGES_BEFORE = """
            SELECT id, rule, channel, severity, kind, message, at FROM dlq_alert_message WHERE id < ? ORDER BY id DESC LIMIT ?""";
    private static final String DELIVERIES_SQLITE = """
            SELECT m.id AS id, d.value ->> 'way' AS way, d.value ->> 'delivered' AS delivered, d.value ->> 'tries' AS tries,
                d.value ->> 'error' AS error
            FROM dlq_alert_message m, json_each(m.deliveries) d WHERE m.id BETWEEN ? AND ? ORDER BY m.id, d.key""";
    private static final String DELIVERIES_POSTGRESQL = """
            SELECT m.id AS id, d.value ->> 'way' AS way,
                CASE WHEN d.value ->> 'delivered' = 'true' THEN 1 ELSE 0 END AS delivered,
                CAST(d.value ->> 'tries' AS integer) AS tries, d.value ->> 'error' AS error
            FROM dlq_alert_message m, json_array_elements(CAST(m.deliveries AS json)) WITH ORDINALITY AS d (value, place)
            WHERE m.id BETWEEN ? AND ? ORDER BY m.id, d.place""";
    private static final List<Kind> KINDS = List.of(Kind.values());

    private AlertTables() {}

    // Rules

    /** Changes the state of a rule, and returns what this caller has to send because of it. */
    static Turn change(Sql sql, String key, UnaryOperator<RuleState> step) throws SQLException {
        Optional<RuleState> known = state(sql, key);
        if (known.isEmpty() && step.apply(RuleState.unknown()).equals(RuleState.unknown())) return Turn.NOTHING;
        RuleState state = known.isPresent() ? known.get() : begun(sql, key);
        RuleState next = step.apply(state);
        if (!next.equals(state)) sql.update(SET_STATE, in -> write(next, key, in));
        return state.turnTo(next);
    }

    /** Another transaction may insert the same rule now: the later one waits here and reads what the first one wrote. */
    private static RuleState begun(Sql sql, String key) throws SQLException {
        sql.update(PUT_STATE, in -> in.text(key));
        return state(sql, key).orElseThrow();
    }

    private static Optional<RuleState> state(Sql sql, String key) throws SQLException {
        String select = sql.dialect() == SqlDialect.POSTGRESQL ? STATE_LOCKED : STATE;
        return sql.first(
                select,
                in -> in.text(key),
                row -> new RuleState(
                        row.at("firing").number() == 1,
                        row.at("told").number() == 1,
                        row.at("since").time(),
                        Optional.ofNullable(row.at("last_told_at").timeOrNull())));
    }

    private static void write(RuleState state, String key, ColumnSink out) throws SQLException {
        out.int2(state.firing() ? 1 : 0);
        out.int2(state.announced() ? 1 : 0);
        out.int8(state.since().toEpochMilli());
        out.int8(state.lastAnnouncedAt().map(Instant::toEpochMilli).orElse(null));
        out.text(key);
    }

    static List<Firing> firing(Sql sql) throws SQLException {
        return sql.query(
                FIRING,
                in -> {},
                row -> new Firing(row.at("key").text(), row.at("since").time()));
    }

    // Messages

    static void save(Sql sql, AlertMessage message) throws SQLException {
        sql.update(KEEP, in -> {
            in.text(message.id());
            in.text(message.rule());
            in.text(message.channel());
            in.text(message.severity());
            in.int2(message.kind().ordinal());
            in.text(message.text());
            in.int8(message.at().toEpochMilli());
            in.text(json(message.deliveries()));
        });
    }

    private static String json(List<Delivery> deliveries) {
        return deliveries.stream().map(AlertTables::json).collect(Collectors.joining(",", "[", "]"));
    }

    private static String json(Delivery delivery) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("way", delivery.way());
        values.put("delivered", delivery.delivered());
        values.put("tries", delivery.tries());
        values.put("error", delivery.error());
        return Json.object(values).text();
    }

    static List<AlertMessage> newest(Sql sql, int limit, Optional<String> before) throws SQLException {
        List<AlertMessage> messages = before.isEmpty()
                ? sql.query(MESSAGES, in -> in.int4(limit), AlertTables::read)
                : sql.query(
                        MESSAGES_BEFORE,
                        in -> {
                            in.text(CleanText.text(before.get()));
                            in.int4(limit);
                        },
                        AlertTables::read);
        if (messages.isEmpty()) return messages;
        String newest = messages.get(0).id();
        String oldest = messages.get(messages.size() - 1).id();
        Map<String, List<Delivery>> deliveries = deliveries(sql, oldest, newest);
        return messages.stream()
                .map(message -> with(message, deliveries.getOrDefault(message.id(), List.of())))
                .toList();
    }

    private static AlertMessage read(Columns row) throws SQLException {
        return new AlertMessage(
                row.at("id").text(),
                row.at("rule").text(),
                row.at("channel").textOrNull(),
                row.at("severity").text(),
                KINDS.get(row.at("kind").number()),
                row.at("message").text(),
                row.at("at").time(),
                List.of());
    }

    private static Map<String, List<Delivery>> deliveries(Sql sql, String oldest, String newest) throws SQLException {
        Map<String, List<Delivery>> byMessage = new HashMap<>();
        sql.query(
                sql.dialect() == SqlDialect.POSTGRESQL ? DELIVERIES_POSTGRESQL : DELIVERIES_SQLITE,
                in -> {
                    in.text(oldest);
                    in.text(newest);
                },
                row -> byMessage
                        .computeIfAbsent(row.at("id").text(), id -> new ArrayList<>())
                        .add(delivery(row)));
        return byMessage;
    }

    private static Delivery delivery(Columns row) throws SQLException {
        return new Delivery(
                row.at("way").text(),
                row.at("delivered").number() == 1,
                row.at("tries").number(),
                row.at("error").textOrNull());
    }

    private static AlertMessage with(AlertMessage m, List<Delivery> deliveries) {
        return new AlertMessage(m.id(), m.rule(), m.channel(), m.severity(), m.kind(), m.text(), m.at(), deliveries);
    }
}
