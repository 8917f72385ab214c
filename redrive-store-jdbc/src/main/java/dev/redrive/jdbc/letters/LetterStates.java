package dev.redrive.jdbc.letters;

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
public final class LetterStates {
    private static final int AT_ONCE = 500;
    private static final String SELECT = "SELECT " + StateRow.SELECTED
            + ", l.first_failed_at, l.edit_version FROM dlq_letter l " + StateRow.JOINS + " WHERE ";

    private LetterStates() {}

    public static Map<LetterId, LetterState> of(Sql sql, Collection<LetterId> ids) throws SQLException {
        Map<LetterId, LetterState> found = new HashMap<>();
        List<LetterId> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += AT_ONCE)
            read(sql, all.subList(from, Math.min(all.size(), from + AT_ONCE)), found);
        return found;
    }

    private static void read(Sql sql, List<LetterId> ids, Map<LetterId, LetterState> into) throws SQLException {
        Condition these = Condition.in("l.id", ids.stream().map(LetterId::value).toList());
        sql.query(SELECT + these.sql(), these::bind, row -> {
            StateRow state = StateRow.read(row);
            Instant firstFailedAt = row.time();
            into.put(new LetterId(state.id()), state.letterState(firstFailedAt, null, row.number()));
            return state;
        });
    }
}
