package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Query;
import dev.redrive.text.Glob;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The causes that a caller may see, with the counts of the letters in the channels of that caller. */
final class ScopedCauses {
    private static final LetterStatus[] OPEN =
            Arrays.stream(LetterStatus.values()).filter(LetterStatus::isOpen).toArray(LetterStatus[]::new);
    private static final int CHANNELS_AT_ONCE = 100;

    private final Letters letters;

    ScopedCauses(Letters letters) {
        this.letters = letters;
    }

    static CauseId causeId(String text) {
        try {
            return CauseId.of(text);
        } catch (IllegalArgumentException e) {
            throw unknown(text);
        }
    }

    static Problem unknown(String id) {
        return Problem.notFound("there is no cause " + id + "; GET /dlq/causes lists those there are");
    }

    Cause find(Scope scope, CauseId id) {
        return letters.cause(id)
                .map(cause -> seenBy(scope, cause))
                .filter(cause -> scope.isAll() || hasLetterIn(scope, cause.id()))
                .orElseThrow(() -> unknown(id.toString()));
    }

    /** The biggest causes may all be in other channels, so as many are examined as the store lists. */
    List<Cause> own(Scope scope, CauseQuery query, int most) {
        return letters.causes(query).stream()
                .filter(cause -> hasLetterIn(scope, cause.id()))
                .limit(most)
                .map(cause -> seenBy(scope, cause))
                .toList();
    }

    /** Counted anew for a caller with limited channels. */
    List<CauseChange> changes(Scope scope, CauseId id) {
        List<CauseChange> all = letters.causeChanges(id);
        if (scope.isAll()) return all;
        return all.stream()
                .map(change -> new CauseChange(change.capturedFor(), change.failsWith(), count(scope, change)))
                .filter(change -> change.letters() > 0)
                .toList();
    }

    private long count(Scope scope, CauseChange change) {
        return count(
                scope,
                Filter.builder()
                        .cause(change.capturedFor())
                        .lastCause(change.failsWith())
                        .status(OPEN));
    }

    /** Asks for a letter in the other channels, because letters are counted only up to a limit. */
    boolean isAlsoElsewhere(Scope scope, CauseId id) {
        List<Glob> others = letters.tallies().channels().stream()
                .filter(channel -> !scope.includes(channel))
                .map(Glob::new)
                .toList();
        for (int from = 0; from < others.size(); from += CHANNELS_AT_ONCE) {
            int to = Math.min(from + CHANNELS_AT_ONCE, others.size());
            if (hasLetterIn(new Scope(others.subList(from, to)), id)) return true;
        }
        return false;
    }

    private boolean hasLetterIn(Scope channels, CauseId cause) {
        Filter filter = channels.limit(Filter.builder().anyCause(cause)).build();
        return !letters.search(Query.newest(filter, 1)).items().isEmpty();
    }

    /** With the counts of the letters that the caller may see. */
    private Cause seenBy(Scope scope, Cause cause) {
        if (scope.isAll()) return cause;
        Map<LetterStatus, Long> counts = new EnumMap<>(LetterStatus.class);
        cause.counts()
                .byStatus()
                .keySet()
                .forEach(status -> counts.put(
                        status, count(scope, Filter.builder().cause(cause.id()).status(status))));
        StatusCounts own = new StatusCounts(counts);
        long any = count(scope, Filter.builder().anyCause(cause.id()).status(OPEN));
        long now = count(scope, Filter.builder().lastCause(cause.id()).status(OPEN));
        return new Cause(
                cause.fingerprint(),
                cause.state(),
                cause.stateBy(),
                cause.firstSeen(),
                cause.lastSeen(),
                own,
                any - own.open(),
                any - now,
                cause.care());
    }

    private long count(Scope scope, FilterBuilder filter) {
        return letters.count(scope.limit(filter).build()).count();
    }
}
