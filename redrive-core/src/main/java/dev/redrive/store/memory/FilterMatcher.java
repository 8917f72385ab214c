package dev.redrive.store.memory;

import dev.redrive.letter.Payload;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.text.Glob;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a filter and a sort mean, in plain Java; the other stores must agree with it. */
final class FilterMatcher {
    private FilterMatcher() {}

    static boolean matches(Filter f, StoredLetter k) {
        return anyOf(f.statuses(), k.status)
                && anyGlob(f.channels(), k.channel())
                && anyOf(f.errorTypes(), k.failure().type())
                && anyOf(f.categories(), k.failure().category())
                && anyOf(f.causes(), k.cause())
                && anyOf(f.lastErrorTypes(), k.lastFailure.type())
                && anyOf(f.lastCauses(), k.lastCause)
                && (anyOf(f.anyCauses(), k.cause()) || anyOf(f.anyCauses(), k.lastCause))
                && anyGlob(f.patterns(), k.message.event().pattern())
                && anyOf(f.priorities(), k.priority)
                && (f.subscriberId() == null || f.subscriberId().equals(k.message.subscriberId()))
                && (f.eventId() == null || f.eventId().equals(k.eventId()))
                && (f.key() == null
                        || Objects.equals(
                                Payload.of(f.key()), k.message.origin().key()))
                && (f.tag() == null || k.tags.contains(f.tag()))
                && (f.minRetryCount() == null || k.retryCount >= f.minRetryCount())
                && (f.maxRetryCount() == null || k.retryCount <= f.maxRetryCount())
                && (f.from() == null || !k.id().createdAt().isBefore(f.from()))
                && (f.to() == null || k.id().createdAt().isBefore(f.to()))
                && (f.text() == null || k.contains(f.text().toLowerCase(Locale.ROOT)));
    }

    private static <T> boolean anyOf(Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value);
    }

    private static boolean anyGlob(Collection<Glob> wanted, @Nullable String value) {
        return wanted.isEmpty() || (value != null && wanted.stream().anyMatch(g -> g.matches(value)));
    }

    static Comparator<StoredLetter> order(Query query) {
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
