package dev.redrive.store.memory;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseCare;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.questions.CauseQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What letters failed of. */
final class MemoryCauses {
    private final Map<CauseId, Cause> causes = new HashMap<>();
    private final Map<CauseId, List<CauseNote>> notes = new HashMap<>();
    private final MemoryCounters counters;

    MemoryCauses(MemoryCounters counters) {
        this.counters = counters;
    }

    /** A letter failed of it just now: a cause that was resolved has come back. */
    void seen(Fingerprint fingerprint, Instant time) {
        causes.merge(
                fingerprint.id(),
                fresh(fingerprint, time, time),
                (known, fresh) -> seenAgain(
                        known, known.state() == CauseState.RESOLVED ? CauseState.REGRESSED : known.state(), time));
    }

    /** A letter failed of them in another store: that says nothing about whether they were resolved here. */
    void seenElsewhere(ImportedLetter imported) {
        Instant captured = imported.letter().createdAt();
        Instant last = imported.letter().state().lastFailedAt();
        boolean same =
                imported.fingerprint().id().equals(imported.lastFingerprint().id());
        seenElsewhere(imported.fingerprint(), captured, same ? last : captured);
        if (!same) seenElsewhere(imported.lastFingerprint(), last, last);
    }

    private void seenElsewhere(Fingerprint fingerprint, Instant first, Instant last) {
        causes.merge(
                fingerprint.id(),
                fresh(fingerprint, first, last),
                (known, fresh) -> seenAgain(known, known.state(), last));
    }

    private static Cause fresh(Fingerprint fingerprint, Instant first, Instant last) {
        return new Cause(fingerprint, CauseState.OPEN, null, first, last, StatusCounts.none(), 0, 0, CauseCare.none());
    }

    private static Cause seenAgain(Cause known, CauseState state, Instant time) {
        return new Cause(
                known.fingerprint(),
                state,
                known.stateBy(),
                known.firstSeen(),
                time.isAfter(known.lastSeen()) ? time : known.lastSeen(),
                known.counts(),
                0,
                0,
                known.care());
    }

    List<Cause> list(CauseQuery query) {
        return causes.values().stream()
                .filter(c -> query.ids().isEmpty() || query.ids().contains(c.id()))
                .filter(c -> query.states().isEmpty() || query.states().contains(c.state()))
                .filter(c -> query.assignee() == null
                        || query.assignee().equals(c.care().assignee()))
                .filter(c -> query.firstSeenFrom() == null || !c.firstSeen().isBefore(query.firstSeenFrom()))
                .map(this::counted)
                .sorted(Comparator.<Cause>comparingLong(Cause::letters)
                        .thenComparing(Cause::lastSeen)
                        .reversed()
                        .thenComparing(c -> c.id().toString()))
                .limit(query.limit())
                .toList();
    }

    private Cause counted(Cause c) {
        long joined = 0;
        long left = 0;
        for (CauseChange change : counters.changes(c.id())) {
            if (change.failsWith().equals(c.id())) joined += change.letters();
            else left += change.letters();
        }
        return new Cause(
                c.fingerprint(),
                c.state(),
                c.stateBy(),
                c.firstSeen(),
                c.lastSeen(),
                counters.of(c.id()),
                joined,
                left,
                c.care());
    }

    boolean set(CauseId id, CauseState state, @Nullable String by) {
        return change(id, known -> with(known, state, by, known.care().ignored(IgnoreEnd.never())));
    }

    boolean note(CauseId id, CauseNote note) {
        if (!causes.containsKey(id)) return false;
        return notes.computeIfAbsent(id, unused -> new ArrayList<>()).add(note);
    }

    /** The newest first; of those at the same time, the one that came last. */
    List<CauseNote> notes(CauseId id, int limit) {
        List<CauseNote> newestFirst = new ArrayList<>(notes.getOrDefault(id, List.of()));
        Collections.reverse(newestFirst);
        newestFirst.sort(Comparator.comparing(CauseNote::at).reversed());
        return newestFirst.stream().limit(limit).toList();
    }

    boolean change(CauseId id, UnaryOperator<Cause> how) {
        return causes.computeIfPresent(id, (same, known) -> how.apply(known)) != null;
    }

    static Cause with(Cause known, CauseState state, @Nullable String by, CauseCare care) {
        return new Cause(
                known.fingerprint(), state, by, known.firstSeen(), known.lastSeen(), known.counts(), 0, 0, care);
    }
}
