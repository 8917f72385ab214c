package dev.redrive.jdbc.letters;

import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.counters.CounterDeltas;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tables {@code dlq_cause} and {@code dlq_cause_note}: causes, their states, and notes. */
public final class CauseTables {
    private static final String SET_STATE = """
        UPDATE dlq_cause SET state = ?, state_by = ?, ignored_until = NULL, ignored_up_to = NULL, until_release = 0
        WHERE id = ?\
        """;
    private static final String IGNORE = """
        UPDATE dlq_cause SET state = ?, state_by = ?, ignored_until = ?, ignored_up_to = ?, until_release = ? WHERE id = ?\
        """;
    private static final String NOTE = """
        INSERT INTO dlq_cause_note (cause_id, at, noted_by, note) SELECT id, ?, ?, ? FROM dlq_cause WHERE id = ?\
        """;
    private static final String NOTES = """
        SELECT note, noted_by, at FROM dlq_cause_note WHERE cause_id = ? ORDER BY at DESC, id DESC LIMIT ?\
        """;

    private final Sql sql;
    private final CounterDeltas deltas;

    CauseTables(Sql sql, CounterDeltas deltas) {
        this.sql = sql;
        this.deltas = deltas;
    }

    /** False when there is no such cause. */
    public static boolean assign(Sql sql, CauseId id, @Nullable String assignee) throws SQLException {
        return sql.update("UPDATE dlq_cause SET assignee = ? WHERE id = ?", in -> {
                    in.text(CleanText.textOrNull(assignee));
                    in.id(id.value());
                })
                == 1;
    }

    /** False when there is no such cause. */
    public static boolean link(Sql sql, CauseId id, @Nullable String url) throws SQLException {
        return sql.update("UPDATE dlq_cause SET link = ? WHERE id = ?", in -> {
                    in.text(CleanText.textOrNull(url));
                    in.id(id.value());
                })
                == 1;
    }

    /** False when there is no such cause. */
    public static boolean ignore(Sql sql, CauseId id, IgnoreEnd end, @Nullable String by) throws SQLException {
        Instant time = end.time();
        return sql.update(IGNORE, in -> {
                    in.int2(CauseState.IGNORED.ordinal());
                    in.text(by);
                    in.int8(time == null ? null : time.toEpochMilli());
                    in.int8(end.upTo());
                    in.int2(end.atRelease() ? 1 : 0);
                    in.id(id.value());
                })
                == 1;
    }

    /** False when there is no such cause. */
    public static boolean note(Sql sql, CauseId id, CauseNote note) throws SQLException {
        return sql.update(NOTE, in -> {
                    in.int8(note.at().toEpochMilli());
                    in.text(note.by());
                    in.text(note.text());
                    in.id(id.value());
                })
                == 1;
    }

    public static List<CauseNote> notes(Sql sql, CauseId id, int limit) throws SQLException {
        return sql.query(
                NOTES,
                in -> {
                    in.id(id.value());
                    in.int4(limit);
                },
                row -> new CauseNote(
                        row.at("note").text(),
                        row.at("noted_by").text(),
                        row.at("at").time()));
    }

    /** False when there is no such cause. */
    public static boolean setState(Sql sql, CauseId id, CauseState state, @Nullable String by) throws SQLException {
        return sql.update(SET_STATE, in -> {
                    in.int2(state.ordinal());
                    in.text(by);
                    in.id(id.value());
                })
                == 1;
    }

    /** A cause, and when a failure with it occurred. */
    public record Seen(Fingerprint fingerprint, Instant time) {}

    /**
     * Records that failures with these causes occurred: for the first time, or again after a cause was resolved. First all
     * are inserted and then all regress, each time in the order of their ids: two transactions that record the same causes
     * do not wait for each other in a circle.
     */
    public void recordFailures(Collection<Seen> failures) throws SQLException {
        SortedMap<UUID, Seen> causes = new TreeMap<>();
        for (Seen failure : failures) {
            UUID id = failure.fingerprint().id().value();
            causes.putIfAbsent(id, failure);
            deltas.seen(id, failure.time());
        }
        insertAll(causes.values());
        regressAll(causes.keySet());
    }

    /** Resolved causes that occur again have regressed. */
    public void regressAll(Collection<UUID> causes) throws SQLException {
        sql.batch("UPDATE dlq_cause SET state = ? WHERE id = ? AND state = ?", causes, (id, out) -> {
            out.int2(CauseState.REGRESSED.ordinal());
            out.id(id);
            out.int2(CauseState.RESOLVED.ordinal());
        });
    }

    /** Each with the time when it was first seen. */
    void insertAll(Collection<Seen> causes) throws SQLException {
        sql.batch("""
            INSERT INTO dlq_cause (id, version, type, frames, message, state, first_seen)
            VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING\
            """, causes, (cause, out) -> {
            Fingerprint fingerprint = cause.fingerprint();
            out.id(fingerprint.id().value());
            out.int4(fingerprint.version());
            out.text(fingerprint.type());
            out.text(String.join("\n", fingerprint.frames()));
            out.text(fingerprint.message());
            out.int8(cause.time().toEpochMilli());
        });
    }
}
