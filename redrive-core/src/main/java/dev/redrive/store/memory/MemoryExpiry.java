package dev.redrive.store.memory;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.SettledCount;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How letters leave when their retention is over. */
final class MemoryExpiry {
    private final LetterIndex index;
    private final MemoryDecisions decisions;
    private final InMemoryLegalHolds holds;

    private record CountKey(LetterStatus status, String channel, LocalDate day) {}

    MemoryExpiry(LetterIndex index, MemoryDecisions decisions, InMemoryLegalHolds holds) {
        this.index = index;
        this.decisions = decisions;
        this.holds = holds;
    }

    DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        List<DueLetter> due = new ArrayList<>();
        int held = 0;
        LetterId last = after;
        for (StoredLetter letter : index.allAfter(after)) {
            if (letter.status != status || !isPast(letter, times)) continue;
            if (due.size() + held == limit) return new DuePage(due, held, last);
            last = letter.id();
            if (holds.on(letter).isPresent()) held++;
            else due.add(asSeen(letter));
        }
        return new DuePage(due, held, null);
    }

    private boolean isPast(StoredLetter letter, ChannelTimes times) {
        return !letter.updatedAt.plus(times.of(letter.channel())).isAfter(index.now());
    }

    private static DueLetter asSeen(StoredLetter letter) {
        return new DueLetter(
                letter.id(),
                letter.channel(),
                letter.failure().type(),
                letter.status,
                letter.token,
                letter.updatedAt,
                letter.version);
    }

    List<LetterId> remove(List<DueLetter> letters) {
        List<LetterId> gone = new ArrayList<>();
        for (DueLetter seen : letters) {
            StoredLetter letter = mayGo(seen);
            if (letter == null || letter.status.isOpen()) continue;
            decisions.remove(letter);
            gone.add(seen.id());
        }
        return gone;
    }

    List<LetterId> close(List<DueLetter> letters, ManualMove move) {
        List<LetterId> closed = new ArrayList<>();
        for (DueLetter seen : letters) {
            StoredLetter letter = mayGo(seen);
            if (letter == null || letter.status != LetterStatus.FAILED) continue;
            if (decisions.move(seen.id(), move) instanceof MoveResult.To) closed.add(seen.id());
        }
        return closed;
    }

    /** The letter, when it is still as it was seen and no hold keeps it. */
    private @Nullable StoredLetter mayGo(DueLetter seen) {
        StoredLetter letter = index.find(seen.id());
        return letter == null
                        || !asSeen(letter).equals(seen)
                        || holds.on(letter).isPresent()
                ? null
                : letter;
    }

    List<SettledCount> counts(Set<LetterStatus> statuses) {
        Map<CountKey, Long> counts = new HashMap<>();
        for (StoredLetter letter : index.all())
            if (statuses.contains(letter.status))
                counts.merge(
                        new CountKey(
                                letter.status, letter.channel(), LocalDate.ofInstant(letter.updatedAt, ZoneOffset.UTC)),
                        1L,
                        Long::sum);
        return counts.entrySet().stream()
                .map(e -> new SettledCount(
                        e.getKey().status(), e.getKey().channel(), e.getKey().day(), e.getValue()))
                .toList();
    }
}
