package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the states of many letters without their contents. */
final class LetterStates {
    private static final int AT_ONCE = 500;
    private static final String SELECT = """
            SELECT
                l.id, l.channel, l.priority,
                COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count),
                COALESCE(r.max_retries, w.max_retries, e.max_retries, s.max_retries),
                COALESCE(r.token, w.token, e.token, s.token),
                COALESCE(r.last_failed_at, w.last_failed_at, e.last_failed_at, s.last_failed_at),
                COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at),
                CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END,
                COALESCE(r.due_at, w.due_at), w.blocked, e.worker, e.started_at, e.lease_until,
                s.resolution_time, s.resolution_how, s.resolved_by, s.notes, s.receipt, s.started_at, s.took, s.worker,
                s.strategy,
                l.first_failed_at, l.edit_version
            FROM dlq_letter l
            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            WHERE %s""";

    private LetterStates() {}

    static Map<LetterId, LetterState> of(Sql sql, Collection<LetterId> ids) throws SQLException {
        Map<LetterId, LetterState> found = new HashMap<>();
        List<LetterId> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += AT_ONCE)
            read(sql, all.subList(from, Math.min(all.size(), from + AT_ONCE)), found);
        return found;
    }

    private static void read(Sql sql, List<LetterId> ids, Map<LetterId, LetterState> into) throws SQLException {
        Condition these = Condition.in("l.id", ids.stream().map(LetterId::value).toList());
        sql.query(SELECT.formatted(these.sql()), these::bind, row -> {
            StateRow state = StateRow.read(row);
            Instant firstFailedAt = row.at("first_failed_at").time();
            int version = row.at("edit_version").number();
            into.put(new LetterId(state.id()), state.letterState(firstFailedAt, null, version));
            return state;
        });
    }
}
