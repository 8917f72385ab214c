package dev.redrive.ledger;

import dev.redrive.letter.LetterId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores replays and their ledgers. Safe to use from many threads and many processes at once; its times are the store's.
 */
public interface ReplayBook {
    /** Keeps a new replay, in {@code PLANNING} and without lines. */
    void add(Replay replay);

    /** Appends lines to the ledger of a replay that is being planned; all of them or none. */
    void append(ReplayId id, List<LedgerLine> lines);

    /** Ends the planning: {@code PLANNING} becomes {@code PLANNED}, with so many lines planned. */
    void planned(ReplayId id, ReplayPlan plan);

    /** Removes a replay, its lines and what it holds; for one whose planning failed. */
    void remove(ReplayId id);

    Optional<Replay> find(ReplayId id);

    /** The newest first, made before the given one; of all states when none is given. */
    List<Replay> list(Set<ReplayState> states, int limit, @Nullable ReplayId before);

    /**
     * Changes the state if it is one of {@code from}, and returns the replay as it is then; empty when it was in another
     * state or there is none. The first time it is {@code RUNNING} is when it started; the last time it came into
     * {@code DONE}, {@code FAILED}, {@code CANCELLED} or {@code STOPPED} is when it ended; in other states it has no end.
     */
    Optional<Replay> move(
            ReplayId id, Set<ReplayState> from, ReplayState to, @Nullable String reason, @Nullable Instant wakeAt);

    void progress(ReplayId id, ReplayProgress progress);

    /** Sets when a node should look after it next, and why it waits until then, whatever its state. */
    void wake(ReplayId id, @Nullable Instant at, @Nullable String reason);

    // The node that runs it

    /** A replay whose time to wake has come and that no living node has; it is this node's for so long. */
    Optional<Replay> take(String node, Duration time);

    /** Keeps it for so long from now; false when another node has it, and this one must let go. */
    boolean keep(ReplayId id, String node, Duration time);

    /** Lets go of it, if this node has it. */
    void leave(ReplayId id, String node);

    // Which letters are in running replays

    /**
     * Takes the planned letters from this position on, at most so many lines, for this replay alone. Lines whose letter
     * another replay holds become {@code SKIPPED}, naming that replay.
     *
     * @return how it went
     */
    Held hold(ReplayId id, long from, int limit);

    /**
     * How many letters were taken and how many lines skipped, and where to go on.
     *
     * @param next the position after the last line that was looked at; empty when there are no more
     */
    record Held(long held, long skipped, Optional<Long> next) {}

    /**
     * Takes the planned letters of these lines away from replays that are {@code STOPPED}, or {@code PAUSED} without a time to go on,
     * so that this replay can {@link #hold} them. What those have not sent by then is skipped when they go on.
     */
    void takeOver(ReplayId id, long from, int limit);

    /** Which replay holds each of these letters; those that none holds are left out. */
    Map<LetterId, ReplayId> holders(Collection<LetterId> letters);

    /** Gives back the letters that this replay holds. */
    void release(ReplayId id);

    // The ledger

    /** The next lines that are {@code PLANNED}, in order, after a position. */
    List<LedgerLine> next(ReplayId id, long after, int limit);

    /** The next lines in one of these states (in any, when none is given), in order, after a position. */
    List<LedgerLine> ledger(ReplayId id, Set<LineState> states, long after, int limit);

    Optional<LedgerLine> line(ReplayId id, LetterId letter);

    /**
     * Writes what became of lines, at the store's time. A line in a final state stays as it is.
     *
     * @return the positions of the lines that were changed
     */
    Set<Long> mark(ReplayId id, List<LedgerLine.Mark> marks);

    /** Counts the lines by state. */
    Map<LineState, Long> tally(ReplayId id);

    /** How many of these letters were sent by any replay. */
    int sentBefore(Collection<LetterId> letters);

    /** Removes ended replays, with their ledgers, that ended before a time; at most so many. */
    int expire(Instant endedBefore, int limit);
}
