package dev.redrive.store.decisions;

import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.WholeLetter;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The part of a store for manual moves, edits and deletions. */
public interface Decisions {
    MoveResult move(LetterId id, ManualMove move);

    /** Moves the next letters that match a filter, oldest first, at most {@code limit} of them. */
    BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after);

    /**
     * Restores the next letters that a bulk action closed and that still are, in the order of their ids, at most {@code limit} of them.
     * Those of other channels are skipped.
     */
    BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after);

    /** Changes a letter if it still has the expected version. */
    EditResult edit(LetterId id, int expectedVersion, Edit edit);

    /** Deletes a letter that neither a legal hold nor a worker keeps; a hold is named before a worker. */
    DeleteResult delete(LetterId id);

    /**
     * Replaces message, failures, attempts, tags, notes and versions of a letter that still has the version and the last attempt of
     * the given one; for erasing values. A hold is named before a worker, and a worker before a change.
     *
     * <p>It keeps its id, causes, status and version, except that one that waits and is not whole any more waits for a person. Its
     * failures must keep their types and categories. From now on it counts as changed now, so that whoever saw it before does not
     * remove it. An open letter whose key changes leaves its sequence, and lines up in that of the new key.
     */
    RewriteResult rewrite(WholeLetter letter);

    /** Sets who looks after a cause; nobody when null. False when there is no such cause. */
    boolean assignCause(CauseId id, @Nullable String assignee);

    /** Sets where a cause is dealt with; nowhere when null. False when there is no such cause. */
    boolean linkCause(CauseId id, @Nullable String url);

    /** Ignores a cause until an end. False when there is no such cause. */
    boolean ignoreCause(CauseId id, IgnoreEnd end, @Nullable String by);

    /** Adds a note to a cause. False when there is no such cause. */
    boolean noteCause(CauseId id, CauseNote note);

    /** Sets the state of a cause, and forgets until when it was ignored. False when there is no such cause. */
    boolean setCause(CauseId id, CauseState state, @Nullable String by);
}
