package dev.redrive.jdbc.book;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayBook.Held;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which letters are in replays that are not over, inside a transaction. */
final class HoldTable {
    private static final String LOOKED_AT = """
        SELECT COUNT(*), MAX(position) FROM (SELECT position FROM dlq_replay_line
            WHERE replay_id = ? AND position >= ? ORDER BY position LIMIT ?) looked_at\
        """;
    /** In the order of the letters, so that two replays with the same letters rarely wait for each other in a circle. */
    private static final String HOLD = """
        INSERT INTO dlq_replay_hold (letter_id, replay_id) SELECT letter_id, replay_id FROM dlq_replay_line
        WHERE replay_id = ? AND position >= ? AND position <= ? AND state = 0 ORDER BY letter_id ON CONFLICT DO NOTHING\
        """;

    private static final String HOLDERS = """
        SELECT position, (SELECT h.replay_id FROM dlq_replay_hold h WHERE h.letter_id = l.letter_id)
        FROM dlq_replay_line l WHERE replay_id = ? AND position >= ? AND position <= ? AND state = 0\
        """;

    /** From replays that do nothing until a person says so. */
    private static final String TAKE_OVER = """
        DELETE FROM dlq_replay_hold
        WHERE letter_id IN (SELECT letter_id FROM dlq_replay_line
                WHERE replay_id = ? AND position >= ? AND position < ? AND state = 0)
            AND replay_id IN (SELECT id FROM dlq_replay WHERE state = ? OR (state = ? AND wake_at IS NULL))\
        """;

    private static final String HOLDER = "SELECT replay_id FROM dlq_replay_hold WHERE letter_id = ?";

    private record LookedAt(int lines, long last) {}

    private record Holder(long position, @Nullable UUID replay) {}

    private HoldTable() {}

    static Held hold(Sql sql, ReplayId id, long from, int limit, Instant now) throws SQLException {
        LookedAt some = sql.first(
                        LOOKED_AT,
                        in -> {
                            in.id(id.value());
                            in.int8(from);
                            in.int4(limit);
                        },
                        row -> new LookedAt(row.number(), row.big()))
                .orElseThrow();
        if (some.lines() == 0) return new Held(0, 0, Optional.empty());
        List<Holder> holders = hold(sql, id, from, some.last());
        List<LedgerLine.Mark> skipped = holders.stream()
                .filter(holder -> !id.value().equals(holder.replay()))
                .map(HoldTable::skip)
                .toList();
        if (!skipped.isEmpty()) LedgerTable.mark(sql, id, skipped, now);
        return new Held(
                (long) holders.size() - skipped.size(),
                skipped.size(),
                some.lines() < limit ? Optional.empty() : Optional.of(some.last() + 1));
    }

    /** Another replay may let go of a letter just when we found that it has it: then we ask again. */
    private static List<Holder> hold(Sql sql, ReplayId id, long from, long to) throws SQLException {
        Sql.Binder range = in -> {
            in.id(id.value());
            in.int8(from);
            in.int8(to);
        };
        while (true) {
            sql.update(HOLD, range);
            List<Holder> holders = sql.query(HOLDERS, range, row -> new Holder(row.big(), row.idOrNull()));
            if (holders.stream().map(Holder::replay).noneMatch(Objects::isNull)) return holders;
        }
    }

    private static LedgerLine.Mark skip(Holder holder) {
        return new LedgerLine.Mark(
                holder.position(), LineState.SKIPPED, "it is in replay " + holder.replay() + ", which is not over");
    }

    /** Positions have no gaps. */
    static int takeOver(Sql sql, ReplayId id, long from, int limit) throws SQLException {
        return sql.update(TAKE_OVER, in -> {
            in.id(id.value());
            in.int8(from);
            in.int8(from + limit);
            in.int2(ReplayState.STOPPED.ordinal());
            in.int2(ReplayState.PAUSED.ordinal());
        });
    }

    static Map<LetterId, ReplayId> holders(Sql sql, Collection<LetterId> letters) throws SQLException {
        Map<LetterId, ReplayId> found = new HashMap<>();
        for (LetterId letter : letters)
            for (ReplayId holder : sql.query(HOLDER, in -> in.id(letter.value()), row -> new ReplayId(row.id())))
                found.put(letter, holder);
        return found;
    }

    static int release(Sql sql, ReplayId id) throws SQLException {
        return sql.update("DELETE FROM dlq_replay_hold WHERE replay_id = ?", in -> in.id(id.value()));
    }
}
