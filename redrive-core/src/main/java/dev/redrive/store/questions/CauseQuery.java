package dev.redrive.store.questions;

import dev.redrive.cause.CauseState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which causes to list, those with the most open letters first, then the last seen. An empty set means any state.
 *
 * @param firstSeenFrom first seen at this time or later
 */
public record CauseQuery(Set<CauseState> states, @Nullable Instant firstSeenFrom, int limit) {
    public CauseQuery {
        states = Set.copyOf(states);
        if (firstSeenFrom != null) firstSeenFrom = firstSeenFrom.truncatedTo(ChronoUnit.MILLIS);
        if (limit < 1 || limit > Query.MAX_LIMIT)
            throw new IllegalArgumentException("limit must be between 1 and " + Query.MAX_LIMIT + ", was " + limit);
    }

    public CauseQuery(Set<CauseState> states, int limit) {
        this(states, null, limit);
    }

    public static CauseQuery top(int limit) {
        return new CauseQuery(Set.of(), limit);
    }
}
