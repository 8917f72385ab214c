package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.rows.StoredTrace;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Writes letters anew, with other values in the places where values are erased. */
public final class LetterRewrites {
    private final LetterTables tables;
    private final Sql sql;
    private final Instant now;

    LetterRewrites(LetterTables tables, Instant now) {
        this.tables = tables;
        this.sql = tables.sql();
        this.now = now;
    }

    /** After {@link LegalHoldTable#keep}. Empty when another transaction was faster. */
    public Optional<RewriteResult> rewrite(FoundLetter found, WholeLetter wanted) throws SQLException {
        StateRow state = found.state();
        LetterRow old = found.letter();
        Optional<LegalHold> hold = LegalHoldTable.on(sql, old);
        if (hold.isPresent()) return Optional.of(new RewriteResult.Held(hold.get()));
        if (state.place() instanceof Place.Leased lease) return Optional.of(new RewriteResult.Leased(lease.until()));
        DeadLetter letter = wanted.letter();
        if (old.version() != letter.state().version() || state.token() != letter.attempt())
            return Optional.of(new RewriteResult.Outdated(old.version()));
        if (!tables.states().remove(state)) return Optional.empty();
        FoundLetter fresh = write(found, wanted);
        tables.deltas().add(found.kind(), state.status(), -1);
        tables.deltas().add(fresh.kind(), fresh.state().status(), 1);
        return Optional.of(new RewriteResult.Done());
    }

    private FoundLetter write(FoundLetter found, WholeLetter wanted) throws SQLException {
        UUID id = found.letter().id();
        AttributeTable.deleteLetters(sql, List.of(id));
        for (String table : List.of("dlq_attempt", "dlq_last_failure", "dlq_edit"))
            sql.update("DELETE FROM " + table + " WHERE id = ?", in -> in.id(id));
        DeadLetter letter = wanted.letter();
        StoredTrace trace = StoredTrace.of(letter.failure().stackTrace(), letter.createdAt());
        LetterRow row = row(found.letter(), letter, trace);
        SortedMap<UUID, StoredTrace> traces = new TreeMap<>();
        StoredTrace.keep(trace, traces);
        List<AttemptRow> attempts = attempts(found.state(), letter, traces);
        tables.attempts().insertTraces(traces);
        List<AttributeRow> attributes = AttributeTable.kept(sql).rows(id, letter.message());
        sql.update(
                CaptureTables.INSERT_LETTER,
                out -> row.write(ColumnCodec.pack(letter.message().payload()), attributes, out));
        tables.attempts().insertAll(attempts);
        tables.attempts().insertLastFailures(List.of(row));
        for (Version version : wanted.versions()) VersionTable.insert(sql, id, version);
        if (!letter.tags().equals(found.letter().tags())) CaptureTables.replaceTags(sql, id, letter.tags());
        AttributeTable.insert(sql, attributes);
        StateRow state = state(found, row).noted(letter.state().resolution());
        tables.states().insert(state);
        return new FoundLetter(row, state);
    }

    /** What the letter fails with, and what it is counted under, stays. */
    private static LetterRow row(LetterRow old, DeadLetter letter, StoredTrace trace) {
        return new LetterRow(
                old.id(),
                old.channel(),
                letter.message(),
                letter.failure(),
                trace.id(),
                trace.messages(),
                old.cause(),
                letter.lastFailure(),
                old.lastCause(),
                old.priority(),
                letter.tags(),
                old.ordered(),
                old.captureKey(),
                old.firstFailedAt(),
                old.version());
    }

    /** The attempt that resolved the letter is part of its state. */
    private static List<AttemptRow> attempts(StateRow state, DeadLetter letter, SortedMap<UUID, StoredTrace> traces) {
        Attempt resolving = state.attempt();
        List<AttemptRow> rows = new ArrayList<>();
        for (Attempt attempt : letter.attempts())
            if (resolving == null || attempt.token() != resolving.token())
                rows.add(AttemptRow.of(letter.id(), attempt, trace -> StoredTrace.keep(trace, traces)));
        return rows;
    }

    private StateRow state(FoundLetter found, LetterRow row) throws SQLException {
        StateRow state = found.state();
        StateRow after = state.edited(state.priority(), now);
        Sequence before = found.sequence();
        Sequence next = Sequence.of(row.channel(), row.message(), row.ordered());
        if (state.status().isOpen() && !Objects.equals(before, next)) {
            tables.sequences().leave(before, state.id());
            boolean blocked = tables.sequences().enter(next, state.id());
            Instant due = state.dueAt();
            if (due != null) after = state.pending(now, due, blocked);
        }
        boolean waits = state.status() == LetterStatus.PENDING;
        return waits && !row.message().isWhole() ? after.settled(LetterStatus.MANUAL, now, null) : after;
    }
}
