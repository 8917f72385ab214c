package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.FailedAttempt;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.rows.StoredTrace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Writes attempts that failed: each with its failure, the cause, the letter's new state and the counters. */
final class FailedAttempts {
    private final LetterTables tables;
    private final Instant now;

    FailedAttempts(LetterTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    /** At most one of each letter. */
    void writeAll(List<FailedAttempt> failed) throws SQLException {
        if (failed.isEmpty()) return;
        SortedMap<UUID, StoredTrace> traces = new TreeMap<>();
        List<AttemptRow> attempts = new ArrayList<>(failed.size());
        List<CauseTables.Seen> causes = new ArrayList<>(failed.size());
        List<StateRow> states = new ArrayList<>(failed.size());
        for (FailedAttempt one : failed) {
            StoredTrace trace = StoredTrace.of(one.outcome().failure().stackTrace(), now);
            StoredTrace.keep(trace, traces);
            attempts.add(new AttemptRow(one.letter().id(), one.attempt(), trace.id(), trace.messages()));
            causes.add(new CauseTables.Seen(one.outcome().fingerprint(), now));
            states.add(one.next(now));
            count(one);
        }
        tables.attempts().insertTraces(traces);
        tables.attempts().insertAll(attempts);
        tables.causes().recordFailures(causes);
        tables.attempts().setLastFailures(failed);
        tables.states().insertAll(states);
    }

    /** A letter is counted under the failure that it was captured for, but may fail with another cause from now on. */
    private void count(FailedAttempt one) {
        tables.deltas().add(one.kind(), one.before(), -1);
        tables.deltas().add(one.kind().failingWith(one.cause()), one.after(), 1);
    }
}
