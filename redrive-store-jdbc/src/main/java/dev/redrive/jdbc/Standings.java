package dev.redrive.jdbc;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.Standing;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks where many letters stand, without reading what they say. */
final class Standings {
    private static final int AT_ONCE = 500;
    private static final String SELECT = "SELECT " + State.SELECTED
            + ", l.first_failed_at, l.edit_version FROM dlq_letter l " + State.JOINS + " WHERE ";

    private Standings() {}

    static Map<LetterId, Standing> of(Sql sql, Collection<LetterId> ids) throws SQLException {
        Map<LetterId, Standing> found = new HashMap<>();
        List<LetterId> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += AT_ONCE)
            read(sql, all.subList(from, Math.min(all.size(), from + AT_ONCE)), found);
        return found;
    }

    private static void read(Sql sql, List<LetterId> ids, Map<LetterId, Standing> into) throws SQLException {
        Condition these = Condition.in("l.id", ids.stream().map(LetterId::value).toList());
        sql.query(SELECT + these.sql(), these::bind, row -> {
            State state = State.read(row);
            Instant firstFailedAt = row.time();
            into.put(new LetterId(state.id()), state.standing(firstFailedAt, null, row.number()));
            return state;
        });
    }
}
