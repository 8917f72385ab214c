package dev.redrive.store.decisions;

import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.Filter;
import org.jspecify.annotations.Nullable;

/** The part of a store for manual moves, edits and deletions, and for retention. */
public interface Decisions {
    MoveResult move(LetterId id, ManualMove move);

    /** Moves the next letters that match a filter, oldest first, at most {@code limit} of them. */
    BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after);

    /** Changes a letter if it still has the expected version. */
    EditResult edit(LetterId id, int expectedVersion, Edit edit);

    DeleteResult delete(LetterId id);

    /** False when there is no such cause. */
    boolean setCause(CauseId id, CauseState state, @Nullable String by);

    /** Deletes, and archives, at most {@code limit} letters each that are past their retention. */
    RetentionResult expire(Retention retention, int limit);
}
