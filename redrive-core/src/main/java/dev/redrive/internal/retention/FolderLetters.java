package dev.redrive.internal.retention;

import dev.redrive.internal.archive.LetterArchiver;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.DueLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Letters of one folder of the archive, read from the store in small parts. Those that changed since they were seen are left
 * out. No more are handed over once the run ends.
 */
final class FolderLetters implements LetterArchiver.Source {
    private static final int PART = 250;
    private static final long PART_BYTES = 8L * 1024 * 1024;

    private final RunContext run;
    private final TreeMap<LetterId, DueLetter> left = new TreeMap<>();
    private final List<DueLetter> handedOver = new ArrayList<>();
    private boolean hasBegun;

    FolderLetters(RunContext run, List<DueLetter> letters) {
        this.run = run;
        for (DueLetter letter : letters) left.put(letter.id(), letter);
    }

    /** The letters that are in the archive, as they were seen. */
    List<DueLetter> handedOver(Set<LetterId> inArchive) {
        return handedOver.stream()
                .filter(letter -> inArchive.contains(letter.id()))
                .toList();
    }

    @Override
    public List<WholeLetter> next() {
        List<WholeLetter> part = List.of();
        while (part.isEmpty() && !left.isEmpty() && run.goesOn().getAsBoolean()) {
            if (hasBegun) run.pace().betweenBatches();
            else run.pace().begin();
            hasBegun = true;
            part = read();
        }
        return part;
    }

    private List<WholeLetter> read() {
        List<LetterId> ids = left.keySet().stream().limit(PART).toList();
        List<WholeLetter> read = run.store().whole(ids, PART_BYTES);
        List<WholeLetter> part = new ArrayList<>(read.size());
        for (WholeLetter letter : read) {
            DueLetter seen = left.get(letter.letter().id());
            if (seen == null || !isAsSeen(letter.letter(), seen)) continue;
            part.add(letter);
            handedOver.add(seen);
        }
        LetterId last = read.isEmpty()
                ? ids.get(ids.size() - 1)
                : read.get(read.size() - 1).letter().id();
        left.headMap(last, true).clear();
        return part;
    }

    private static boolean isAsSeen(DeadLetter letter, DueLetter seen) {
        return letter.status() == seen.status()
                && letter.attempt() == seen.attempt()
                && letter.state().updatedAt().equals(seen.updatedAt())
                && letter.state().version() == seen.version();
    }
}
