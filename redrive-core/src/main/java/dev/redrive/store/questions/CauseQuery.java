package dev.redrive.store.questions;

import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which causes to list, those with the most open letters first, then the last seen. An empty set of ids means any cause, one
 * of states any state.
 *
 * @param assignee who looks after them; anybody or nobody when null
 * @param firstSeenFrom first seen at this time or later
 */
public record CauseQuery(
        Set<CauseId> ids,
        Set<CauseState> states,
        @Nullable String assignee,
        @Nullable Instant firstSeenFrom,
        int limit) {
    public CauseQuery {
        ids = Set.copyOf(ids);
        states = Set.copyOf(states);
        if (firstSeenFrom != null) firstSeenFrom = firstSeenFrom.truncatedTo(ChronoUnit.MILLIS);
        if (limit < 1 || limit > Query.MAX_LIMIT)
            throw new IllegalArgumentException("limit must be between 1 and " + Query.MAX_LIMIT + ", was " + limit);
    }

    public CauseQuery(Set<CauseState> states, @Nullable Instant firstSeenFrom, int limit) {
        this(Set.of(), states, null, firstSeenFrom, limit);
    }

    public CauseQuery(Set<CauseState> states, int limit) {
        this(states, (Instant) null, limit);
    }

    public CauseQuery assignedTo(@Nullable String name) {
        return new CauseQuery(ids, states, name, firstSeenFrom, limit);
    }

    /** The causes with these ids, as far as they exist. */
    public static CauseQuery of(Set<CauseId> ids) {
        return new CauseQuery(ids, Set.of(), null, null, Query.MAX_LIMIT);
    }

    public static CauseQuery top(int limit) {
        return new CauseQuery(Set.of(), limit);
    }
}
