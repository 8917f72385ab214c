package dev.redrive.store;

import dev.redrive.letter.LetterId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one bounded batch of a bulk order did.
 *
 * @param skipped how many matched but were in a status that does not allow it
 * @param next where the next batch goes on, or null when all is done
 */
public record BulkMoved(
        List<LetterId> moved, int skipped, @Nullable LetterId next) {}
