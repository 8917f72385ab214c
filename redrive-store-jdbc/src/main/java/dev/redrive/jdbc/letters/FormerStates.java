package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.store.decisions.Former;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where letters in {@code dlq_settled} stood before a person closed them. */
public final class FormerStates {
    private static final String KEEP = """
        UPDATE dlq_settled SET former_status = ?, former_due = ?, former_receipt = ?, former_time = ?, former_how = ?,
            former_by = ?, closed_by = ? WHERE id = ?\
        """;
    private static final String FIND = """
        SELECT former_status, former_due, former_receipt, former_time, former_how, former_by
        FROM dlq_settled WHERE id = ? AND former_status IS NOT NULL\
        """;
    private static final String CLOSED_BY = "SELECT id FROM dlq_settled WHERE closed_by = ? ORDER BY id LIMIT ?";
    private static final String CLOSED_BY_AFTER =
            "SELECT id FROM dlq_settled WHERE closed_by = ? AND id > ? ORDER BY id LIMIT ?";
    private static final LetterStatus[] STATUSES = LetterStatus.values();
    private static final Resolution.How[] HOWS = Resolution.How.values();

    private FormerStates() {}

    /** Keeps where a letter stood that is in the table by now. */
    static void keep(Sql sql, StateRow before, @Nullable UUID action) throws SQLException {
        Resolution closed = before.place() instanceof Place.Settled settled ? settled.resolution() : null;
        int unused = sql.update(KEEP, out -> {
            out.int2(before.status().ordinal());
            out.int8(LetterRow.millis(before.dueAt()));
            out.text(before.receipt());
            out.int8(closed == null ? null : closed.time().toEpochMilli());
            out.int2OrNull(closed == null ? null : closed.how().ordinal());
            out.text(closed == null ? null : closed.by());
            out.id(action);
            out.id(before.id());
        });
    }

    static Former of(Sql sql, UUID letter) throws SQLException {
        return sql.first(FIND, in -> in.id(letter), FormerStates::read).orElseGet(Former::unknown);
    }

    private static Former read(Columns row) throws SQLException {
        LetterStatus status = STATUSES[row.number()];
        Instant due = row.timeOrNull();
        String receipt = row.textOrNull();
        Instant time = row.timeOrNull();
        Integer how = row.numberOrNull();
        String by = row.textOrNull();
        Resolution closed = time == null || how == null ? null : new Resolution(time, HOWS[how], by, null);
        return new Former(status, due, receipt, closed);
    }

    /** In the order of their ids. */
    static List<LetterId> closedBy(Sql sql, UUID action, int limit, @Nullable LetterId after) throws SQLException {
        return sql.query(
                after == null ? CLOSED_BY : CLOSED_BY_AFTER,
                in -> {
                    in.id(action);
                    if (after != null) in.id(after.value());
                    in.int4(limit);
                },
                row -> new LetterId(row.id()));
    }
}
