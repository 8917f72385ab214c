package dev.redrive.store.questions;

import dev.redrive.letter.LetterId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request for one page of the letters that a filter selects.
 *
 * @param after the last letter of the page before, or null for the first page
 * @param skip how many letters to pass over, for page numbers in small results
 */
public record Query(
        Filter filter,
        Sort sort,
        Direction direction,
        int limit,
        @Nullable LetterId after,
        int skip) {
    public static final int MAX_LIMIT = 500;
    public static final int MAX_SKIP = 10_000;

    /** What the letters are ordered by; letters that are equal in it are ordered by age. */
    public enum Sort {
        CREATED_AT,
        UPDATED_AT,
        PRIORITY,
        RETRY_COUNT
    }

    public enum Direction {
        ASC,
        DESC
    }

    public Query {
        if (limit < 1 || limit > MAX_LIMIT)
            throw new IllegalArgumentException("limit must be between 1 and " + MAX_LIMIT + ", was " + limit);
        if (skip < 0 || skip > MAX_SKIP)
            throw new IllegalArgumentException("page numbers reach " + MAX_SKIP + " letters deep, not " + skip
                    + "; go on with the cursor instead");
    }

    public static Query newest(Filter filter, int limit) {
        return new Query(filter, Sort.CREATED_AT, Direction.DESC, limit, null, 0);
    }

    public Query after(LetterId id) {
        return new Query(filter, sort, direction, limit, id, 0);
    }

    /** For stores: the position of the letter that a sorted page begins after is unknown once it is deleted. */
    public CursorGone isAfterNothing() {
        return new CursorGone(Objects.requireNonNull(after));
    }

    public Query sorted(Sort by, Direction direction) {
        return new Query(filter, by, direction, limit, after, skip);
    }

    public Query skipping(int letters) {
        return new Query(filter, sort, direction, limit, after, letters);
    }
}
