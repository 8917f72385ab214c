package dev.redrive.store.retention;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.decisions.ManualMove;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a store through which letters leave it when their retention is over. A letter under a legal hold never leaves.
 * Only {@code RESOLVED}, {@code FAILED} and {@code ARCHIVED} letters have a retention; the others never expire.
 */
public interface Expiry {
    /**
     * Letters in one status that were last changed at least their channel's time ago. Looks at a bounded number of letters:
     * at most {@code limit} are returned, and a page with fewer, or none, may have a next one.
     */
    DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit);

    /**
     * Removes the closed letters that are still as they were seen, with attempts and versions; returns those that are gone now.
     * An open letter stays: a failed one is closed first.
     */
    List<LetterId> remove(List<DueLetter> letters);

    /** Closes the letters that failed and are still as they were seen; returns those that are closed now. */
    List<LetterId> close(List<DueLetter> letters, ManualMove move);

    /**
     * Removes letters of whole months at once where all that is left in them is past its time, without reading them, so only when there
     * is no archive; returns how many. A store that cannot do so removes none.
     */
    int removeWhole(Map<LetterStatus, ChannelTimes> times);

    /** How many letters are in these statuses, by channel and day of their last change, in any order; held ones count too. */
    List<SettledCount> settledCounts(Set<LetterStatus> statuses);

    /**
     * Gives disk space of removed letters back to the system, a bounded part of it, such as that of a month in which no letter is left;
     * false when nothing is left to give back. Before that, what was deleted or rewritten is taken out of the store's files, where the
     * database can do so.
     */
    boolean reclaim();
}
