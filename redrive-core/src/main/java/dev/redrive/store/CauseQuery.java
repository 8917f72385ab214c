package dev.redrive.store;

import dev.redrive.cause.CauseState;
import java.util.Set;

/** Which causes to list, those with the most open letters first, then the last seen. An empty set means any state. */
public record CauseQuery(Set<CauseState> states, int limit) {
    public CauseQuery {
        states = Set.copyOf(states);
        if (limit < 1 || limit > Query.MAX_LIMIT)
            throw new IllegalArgumentException("limit must be between 1 and " + Query.MAX_LIMIT + ", was " + limit);
    }

    public static CauseQuery top(int limit) {
        return new CauseQuery(Set.of(), limit);
    }
}
