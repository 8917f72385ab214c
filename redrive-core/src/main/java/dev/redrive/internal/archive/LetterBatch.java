package dev.redrive.internal.archive;

import dev.redrive.cold.ColdLetter;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Letters that were found by their ids, no more than fit into memory: those with the largest ids are given up for now. */
final class LetterBatch {
    private static final int MOST = 250;
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private final NavigableMap<LetterId, Line> lines = new TreeMap<>();
    private @Nullable LetterId givenUp;
    private long bytes;

    /** @param bytes of the line */
    private record Line(ColdLetter letter, int bytes) {}

    /** Of two lines about one letter, the one that was changed last stays. */
    void add(ColdLetter letter, int size) {
        LetterId id = letter.whole().letter().id();
        Line known = lines.get(id);
        if (known != null && isNewer(known.letter(), letter)) return;
        bytes += size - (known == null ? 0 : known.bytes());
        lines.put(id, new Line(letter, size));
        while (lines.size() > MOST || (lines.size() > 1 && bytes > MOST_BYTES)) giveUpLast();
    }

    private static boolean isNewer(ColdLetter one, ColdLetter other) {
        DeadLetter first = one.whole().letter();
        int order = first.state()
                .updatedAt()
                .compareTo(other.whole().letter().state().updatedAt());
        return order > 0 || (order == 0 && one.object().compareTo(other.object()) > 0);
    }

    private void giveUpLast() {
        var last = lines.pollLastEntry();
        bytes -= last.getValue().bytes();
        givenUp = last.getKey();
    }

    /** Of these ids in their order, those that were not given up; the others are to be looked for again. */
    NavigableSet<LetterId> kept(NavigableSet<LetterId> ids) {
        return givenUp == null ? ids : ids.headSet(givenUp, false);
    }

    boolean isFull() {
        return givenUp != null || lines.size() >= MOST || bytes >= MOST_BYTES;
    }

    /** In the order of their ids. */
    List<ColdLetter> letters() {
        return lines.values().stream().map(Line::letter).toList();
    }
}
