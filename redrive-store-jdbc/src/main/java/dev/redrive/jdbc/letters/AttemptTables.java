package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The tables of attempts, stack traces and newest failures: {@code dlq_attempt}, {@code dlq_trace}, {@code dlq_last_failure}. */
public final class AttemptTables {
    private static final String INSERT_ATTEMPT = """
            INSERT INTO dlq_attempt (
                id, token, started_at, took, worker, strategy, result, error_type, error_code, error_message, trace_id,
                trace_messages, error_context, category, retryability)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    /** A letter mostly fails as it did before, and then nothing is written. */
    static final String INSERT_LAST_FAILURE = """
            INSERT INTO dlq_last_failure (id, cause_id, error_type) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET cause_id = excluded.cause_id, error_type = excluded.error_type
            WHERE dlq_last_failure.cause_id <> excluded.cause_id OR dlq_last_failure.error_type <> excluded.error_type""";

    private final Sql sql;

    AttemptTables(Sql sql) {
        this.sql = sql;
    }

    public void insertAll(Collection<AttemptRow> attempts) throws SQLException {
        sql.batch(INSERT_ATTEMPT, attempts, AttemptRow::write);
    }

    void insert(AttemptRow attempt) throws SQLException {
        sql.update(INSERT_ATTEMPT, attempt::write);
    }

    /** An attempt that did not fail has no trace. */
    void insert(UUID letter, Attempt attempt) throws SQLException {
        insert(new AttemptRow(letter, attempt, null, List.of()));
    }

    /** The attempt that resolved a letter is part of its state; this keeps it when the letter leaves that state. */
    void keepAttemptOf(StateRow settled) throws SQLException {
        Attempt attempt = settled.attempt();
        if (attempt != null) insert(settled.id(), attempt);
    }

    public void insert(StoredTrace trace) throws SQLException {
        if (trace.id() == null) return;
        sql.update("INSERT INTO dlq_trace (id, frames) VALUES (?, ?) ON CONFLICT DO NOTHING", out -> {
            out.id(trace.id());
            out.text(trace.frames());
        });
    }

    /** Has a row only while the newest failure differs from the one that the letter was captured for. */
    void setLastFailure(StateRow letter, CounterKey kind, Settlement.Failed failed) throws SQLException {
        UUID cause = failed.fingerprint().id().value();
        String type = failed.failure().type();
        boolean asCaptured = cause.equals(kind.cause()) && type.equals(kind.errorType());
        if (!asCaptured) {
            sql.update(INSERT_LAST_FAILURE, out -> {
                out.id(letter.id());
                out.id(cause);
                out.text(type);
            });
        } else if (letter.token() > 1) {
            sql.update("DELETE FROM dlq_last_failure WHERE id = ?", in -> in.id(letter.id()));
        }
    }
}
