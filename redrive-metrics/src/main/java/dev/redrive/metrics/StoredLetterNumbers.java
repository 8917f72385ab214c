package dev.redrive.metrics;

import dev.redrive.Letters;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** The numbers of all letters of a queue, read from its store. */
public record StoredLetterNumbers(StatusCounts counts, Optional<Duration> oldestAge) implements LetterNumbers {

    public static StoredLetterNumbers read(Letters letters, Instant now) {
        StatusCounts counts = letters.tallies().byStatus();
        return new StoredLetterNumbers(counts, oldestAge(letters, counts, now));
    }

    /** Status by status, because the store has an index by age for each status and none for all of them. */
    private static Optional<Duration> oldestAge(Letters letters, StatusCounts counts, Instant now) {
        return Arrays.stream(LetterStatus.values())
                .filter(status -> status.isOpen() && counts.of(status) > 0)
                .flatMap(status -> oldest(letters, status).stream())
                .min(Comparator.naturalOrder())
                .map(created -> Duration.between(created, now));
    }

    private static Optional<Instant> oldest(Letters letters, LetterStatus status) {
        Query query = Query.newest(Filter.builder().status(status).build(), 1)
                .sorted(Query.Sort.CREATED_AT, Query.Direction.ASC);
        return letters.search(query).items().stream()
                .findFirst()
                .map(Summary::id)
                .map(id -> id.createdAt());
    }
}
