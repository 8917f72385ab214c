package dev.redrive.store.questions;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a search.
 *
 * @param next where the next page starts, or null when this is the last
 * @param complete false when a text search ran out of time; the page then holds what was found until {@code next}
 * @param lookedAt how many letters a text search looked at for this page, one by one; 0 when an index gave the letters
 */
public record Page(List<Summary> items, @Nullable LetterId next, boolean complete, long lookedAt) {
    /** A page that an index gave. */
    public static Page of(List<Summary> items, @Nullable LetterId next) {
        return new Page(items, next, true, 0);
    }

    /** The same after a search for text. */
    public Page searched(long letters) {
        return new Page(items, next, complete, letters);
    }

    /** The same when the time was up after this letter. */
    public Page cutAt(@Nullable LetterId last) {
        return new Page(items, next == null ? last : next, false, lookedAt);
    }
}
