package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.FailedAttempt;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.rows.StoredTrace;
import dev.redrive.jdbc.sql.BulkInsert;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;

/** The tables of attempts, stack traces and newest failures: {@code dlq_attempt}, {@code dlq_trace}, {@code dlq_last_failure}. */
public final class AttemptTables {
    private static final BulkInsert ATTEMPTS = BulkInsert.into("dlq_attempt", """
            id, token, started_at, took, worker, strategy, result, error_type, error_code, error_message, trace_id,
            trace_messages, error_context, category, retryability""");

    /** A letter mostly fails as it did before, and then nothing is written. */
    private static final String INSERT_LAST_FAILURE = """
            INSERT INTO dlq_last_failure (id, cause_id, error_type) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET cause_id = excluded.cause_id, error_type = excluded.error_type
            WHERE dlq_last_failure.cause_id <> excluded.cause_id OR dlq_last_failure.error_type <> excluded.error_type""";

    private final Sql sql;

    AttemptTables(Sql sql) {
        this.sql = sql;
    }

    public void insertAll(Collection<AttemptRow> attempts) throws SQLException {
        ATTEMPTS.run(sql, attempts, AttemptRow::write);
    }

    void insert(UUID letter, Attempt attempt) throws SQLException {
        insertAll(List.of(AttemptRow.withoutTrace(letter, attempt)));
    }

    /** The attempt that resolved a letter is part of its state; this keeps it when the letter leaves that state. */
    void keepAttemptOf(StateRow settled) throws SQLException {
        Attempt attempt = settled.attempt();
        if (attempt != null) insert(settled.id(), attempt);
    }

    /** Traces by their ids, in an order that all transactions keep, so that they do not wait for each other in a circle. */
    public void insertTraces(SortedMap<UUID, StoredTrace> traces) throws SQLException {
        sql.batch(
                "INSERT INTO dlq_trace (id, frames) VALUES (?, ?) ON CONFLICT DO NOTHING",
                traces.entrySet(),
                (trace, out) -> {
                    out.id(trace.getKey());
                    out.text(trace.getValue().frames());
                });
    }

    /** Of letters that have no such row yet. */
    void insertLastFailures(List<LetterRow> letters) throws SQLException {
        List<LetterRow> failOtherwise =
                letters.stream().filter(LetterRow::failsOtherwise).toList();
        sql.batch(INSERT_LAST_FAILURE, failOtherwise, (letter, out) -> {
            out.id(letter.id());
            out.id(letter.lastCause());
            out.text(letter.lastFailure().type());
        });
    }

    /** A letter has a row only while its newest failure differs from the one that it was captured for. */
    void setLastFailures(List<FailedAttempt> failures) throws SQLException {
        List<FailedAttempt> other = new ArrayList<>(failures.size());
        List<FailedAttempt> asCaptured = new ArrayList<>();
        for (FailedAttempt one : failures) {
            if (!one.isAsCaptured()) other.add(one);
            else if (one.letter().token() > 1) asCaptured.add(one);
        }
        sql.batch(INSERT_LAST_FAILURE, other, (one, out) -> {
            out.id(one.letter().id());
            out.id(one.cause());
            out.text(one.outcome().failure().type());
        });
        sql.batch(
                "DELETE FROM dlq_last_failure WHERE id = ?",
                asCaptured,
                (one, in) -> in.id(one.letter().id()));
    }
}
