package dev.redrive.store.memory;

import dev.redrive.cause.CauseChange;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counters that are updated with every change, so that letters need not be counted. */
final class MemoryCounters {
    private record Key(String channel, String errorType, Category category) {}

    private final Map<Key, Map<LetterStatus, Long>> tallies = new HashMap<>();
    private final Map<CauseId, Map<LetterStatus, Long>> causes = new HashMap<>();
    private final Map<Change, Long> changes = new HashMap<>();

    private record Change(CauseId capturedFor, CauseId failsWith) {}

    void add(StoredLetter letter, long by) {
        Key key = new Key(
                letter.channel(), letter.failure().type(), letter.failure().category());
        add(tallies.computeIfAbsent(key, k -> new EnumMap<>(LetterStatus.class)), letter.status, by);
        add(causes.computeIfAbsent(letter.cause(), k -> new EnumMap<>(LetterStatus.class)), letter.status, by);
        if (letter.status.isOpen() && !letter.cause().equals(letter.lastCause))
            changes.merge(new Change(letter.cause(), letter.lastCause), by, Long::sum);
    }

    private static void add(Map<LetterStatus, Long> counts, LetterStatus status, long by) {
        counts.merge(status, by, Long::sum);
    }

    Tallies tallies() {
        return new Tallies(tallies.entrySet().stream()
                .map(e -> new Tally(
                        e.getKey().channel(),
                        e.getKey().errorType(),
                        e.getKey().category(),
                        new StatusCounts(e.getValue())))
                .filter(tally -> tally.counts().total() > 0)
                .toList());
    }

    /** The most first. */
    List<CauseChange> changes(CauseId cause) {
        return changes.entrySet().stream()
                .map(e -> new CauseChange(e.getKey().capturedFor(), e.getKey().failsWith(), e.getValue()))
                .filter(change -> change.letters() > 0)
                .filter(change ->
                        change.capturedFor().equals(cause) || change.failsWith().equals(cause))
                .sorted(Comparator.comparingLong(CauseChange::letters)
                        .reversed()
                        .thenComparing(change -> change.capturedFor().toString())
                        .thenComparing(change -> change.failsWith().toString()))
                .toList();
    }

    StatusCounts of(CauseId cause) {
        return new StatusCounts(causes.getOrDefault(cause, Map.of()));
    }
}
