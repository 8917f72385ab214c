package dev.redrive.jdbc.search;

import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Tallies;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of a filter whose index is read; the other parts are checked on the rows that it gives. */
enum FilterDriver {
    ATTRIBUTE,
    EVENT,
    KEY,
    CAUSE,
    LAST_CAUSE,
    ANY_CAUSE,
    TAG,
    LAST_ERROR_TYPE,
    SUBSCRIBER,
    RETRIES,
    PATTERN,
    STATUS,
    ERROR_TYPE,
    CHANNEL,
    CATEGORY,
    PRIORITY,
    NONE;

    /** @param channels the names that the filter's channels match */
    static FilterDriver of(Filter filter, Tallies tallies, List<String> channels) {
        if (!filter.attributes().isEmpty()) return ATTRIBUTE;
        if (filter.eventId() != null) return EVENT;
        if (filter.key() != null) return KEY;
        if (!filter.causes().isEmpty()) return CAUSE;
        if (!filter.lastCauses().isEmpty()) return LAST_CAUSE;
        if (!filter.anyCauses().isEmpty()) return ANY_CAUSE;
        if (filter.tag() != null) return TAG;
        if (!filter.lastErrorTypes().isEmpty()) return LAST_ERROR_TYPE;
        Optional<FilterDriver> rarest = rarestCounted(filter, tallies, channels);
        if (filter.subscriberId() != null) return SUBSCRIBER;
        if (!filter.patterns().isEmpty() && rarest.isEmpty()) return PATTERN;
        if (rarest.isPresent()) return rarest.get();
        if (filter.minRetryCount() != null || filter.maxRetryCount() != null) return RETRIES;
        return filter.priorities().isEmpty() ? NONE : PRIORITY;
    }

    /** Of the parts that are counted, the one that matches the fewest letters. */
    private static Optional<FilterDriver> rarestCounted(Filter filter, Tallies tallies, List<String> channels) {
        record Candidate(FilterDriver driver, long letters) {}
        List<Candidate> candidates = new ArrayList<>();
        if (!filter.statuses().isEmpty()) {
            StatusCounts all = tallies.byStatus();
            candidates.add(new Candidate(
                    STATUS, filter.statuses().stream().mapToLong(all::of).sum()));
        }
        if (!filter.errorTypes().isEmpty())
            candidates.add(new Candidate(ERROR_TYPE, sum(tallies.byErrorType(), filter.errorTypes())));
        if (!filter.channels().isEmpty()) candidates.add(new Candidate(CHANNEL, sum(tallies.byChannel(), channels)));
        if (!filter.categories().isEmpty())
            candidates.add(new Candidate(CATEGORY, sum(tallies.byCategory(), filter.categories())));
        return candidates.stream()
                .min(Comparator.comparingLong(Candidate::letters))
                .map(Candidate::driver);
    }

    private static <K> long sum(Map<K, StatusCounts> counts, Collection<? extends K> keys) {
        return keys.stream()
                .mapToLong(k -> counts.getOrDefault(k, StatusCounts.none()).total())
                .sum();
    }
}
