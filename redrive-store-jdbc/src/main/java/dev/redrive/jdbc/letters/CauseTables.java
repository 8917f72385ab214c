package dev.redrive.jdbc.letters;

import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.jdbc.counters.CounterDeltas;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table {@code dlq_cause}: causes and their states. */
public final class CauseTables {
    private final Sql sql;
    private final CounterDeltas deltas;

    CauseTables(Sql sql, CounterDeltas deltas) {
        this.sql = sql;
        this.deltas = deltas;
    }

    /** False when there is no such cause. */
    public static boolean setState(Sql sql, CauseId id, CauseState state, @Nullable String by) throws SQLException {
        return sql.update("UPDATE dlq_cause SET state = ?, state_by = ? WHERE id = ?", in -> {
                    in.int2(state.ordinal());
                    in.text(by);
                    in.id(id.value());
                })
                == 1;
    }

    /** Records that a failure with this cause occurred: for the first time, or again after the cause was resolved. */
    public void recordFailure(Fingerprint fingerprint, Instant time) throws SQLException {
        insert(fingerprint, time);
        regress(fingerprint.id().value());
        deltas.seen(fingerprint.id().value(), time);
    }

    void insert(Fingerprint fingerprint, Instant firstSeen) throws SQLException {
        sql.update("""
                INSERT INTO dlq_cause (id, version, type, frames, message, state, first_seen)
                VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING""", out -> {
            out.id(fingerprint.id().value());
            out.int4(fingerprint.version());
            out.text(fingerprint.type());
            out.text(String.join("\n", fingerprint.frames()));
            out.text(fingerprint.message());
            out.int8(firstSeen.toEpochMilli());
        });
    }

    /** A resolved cause that occurs again has regressed. */
    public void regress(UUID cause) throws SQLException {
        sql.update("UPDATE dlq_cause SET state = ? WHERE id = ? AND state = ?", out -> {
            out.int2(CauseState.REGRESSED.ordinal());
            out.id(cause);
            out.int2(CauseState.RESOLVED.ordinal());
        });
    }
}
