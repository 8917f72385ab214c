package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.counters.CounterDeltas;
import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The tables of letters inside one transaction, the same on both databases. A change finds a letter with one statement
 * and removes its state as it was found; when another transaction was faster, nothing is removed and the caller tries
 * again. Counter changes are gathered and written once, at the end.
 */
public final class LetterTables {
    private final Sql sql;
    private final CounterDeltas deltas = new CounterDeltas();
    private final StateTables states;
    private final SequenceTables sequences;
    private final CauseTables causes;
    private final AttemptTables attempts;
    private final FailedAttempts failures;
    private final Instant now;

    public LetterTables(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
        states = new StateTables(sql);
        sequences = new SequenceTables(sql, now, states);
        causes = new CauseTables(sql, deltas);
        attempts = new AttemptTables(sql);
        failures = new FailedAttempts(this, now);
    }

    Sql sql() {
        return sql;
    }

    // Tables

    public StateTables states() {
        return states;
    }

    public SequenceTables sequences() {
        return sequences;
    }

    public CauseTables causes() {
        return causes;
    }

    public AttemptTables attempts() {
        return attempts;
    }

    public CounterDeltas deltas() {
        return deltas;
    }

    public void writeDeltas() throws SQLException {
        deltas.write(sql);
    }

    // What happens to a letter

    FailedAttempts failures() {
        return failures;
    }

    public LetterClaims claims() {
        return new LetterClaims(this, now);
    }

    public LetterSettlements settlements() {
        return new LetterSettlements(this, now);
    }

    public LetterReturns returns() {
        return new LetterReturns(this, now);
    }

    public LetterMoves moves() {
        return new LetterMoves(this, now);
    }

    public LetterEdits edits() {
        return new LetterEdits(this, now);
    }

    public LetterRewrites rewrites() {
        return new LetterRewrites(this, now);
    }
}
