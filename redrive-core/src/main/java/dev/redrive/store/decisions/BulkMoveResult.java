package dev.redrive.store.decisions;

import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one bounded batch of a bulk move.
 *
 * @param moved by channel
 * @param skipped how many matched but were in a status that does not allow it
 * @param next where the next batch goes on, or null when all is done
 */
public record BulkMoveResult(
        Map<String, List<LetterId>> moved,
        int skipped,
        @Nullable LetterId next) {
    /** How many letters were moved. */
    public int count() {
        return count(moved);
    }

    private static int count(Map<String, List<LetterId>> moved) {
        return moved.values().stream().mapToInt(List::size).sum();
    }

    /** The answer of a store that looked for {@code limit} letters, found these and moved some of them. */
    public static BulkMoveResult of(Map<String, List<LetterId>> moved, List<LetterId> found, int limit) {
        LetterId next = found.size() < limit ? null : found.get(limit - 1);
        return new BulkMoveResult(moved, found.size() - count(moved), next);
    }
}
