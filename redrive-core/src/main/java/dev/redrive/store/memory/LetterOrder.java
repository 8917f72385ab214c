package dev.redrive.store.memory;

import dev.redrive.store.questions.Query;
import java.util.Comparator;

/** What a sort means, in plain Java; the other stores must agree with it. */
final class LetterOrder {
    private LetterOrder() {}

    static Comparator<StoredLetter> of(Query query) {
        Comparator<StoredLetter> up =
                switch (query.sort()) {
                    case CREATED_AT -> Comparator.comparing(StoredLetter::id);
                    case UPDATED_AT ->
                        Comparator.<StoredLetter, java.time.Instant>comparing(k -> k.updatedAt)
                                .thenComparing(StoredLetter::id);
                    case PRIORITY ->
                        Comparator.<StoredLetter, dev.redrive.letter.Priority>comparing(k -> k.priority)
                                .thenComparing(StoredLetter::id);
                    case RETRY_COUNT ->
                        Comparator.<StoredLetter>comparingInt(k -> k.retryCount).thenComparing(StoredLetter::id);
                };
        return query.direction() == Query.Direction.ASC ? up : up.reversed();
    }
}
