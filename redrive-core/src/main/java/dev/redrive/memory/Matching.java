package dev.redrive.memory;

import dev.redrive.letter.Payload;
import dev.redrive.store.Filter;
import dev.redrive.store.Query;
import dev.redrive.text.Glob;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a filter and a sort mean, in plain Java; the other stores must agree with it. */
final class Matching {
    private Matching() {}

    static boolean matches(Filter f, Kept k) {
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

    static Comparator<Kept> order(Query query) {
        Comparator<Kept> up =
                switch (query.sort()) {
                    case CREATED_AT -> Comparator.comparing(Kept::id);
                    case UPDATED_AT ->
                        Comparator.<Kept, java.time.Instant>comparing(k -> k.updatedAt)
                                .thenComparing(Kept::id);
                    case PRIORITY ->
                        Comparator.<Kept, dev.redrive.letter.Priority>comparing(k -> k.priority)
                                .thenComparing(Kept::id);
                    case RETRY_COUNT ->
                        Comparator.<Kept>comparingInt(k -> k.retryCount).thenComparing(Kept::id);
                };
        return query.direction() == Query.Direction.ASC ? up : up.reversed();
    }
}
