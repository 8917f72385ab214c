package dev.redrive.store.questions;

import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.text.Glob;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that select letters. Everything given must hold; of a set, any one; an empty set or null asks for nothing.
 *
 * @param from captured at this time or later
 * @param to captured before this time
 * @param errorTypes of the failure that made the letter, as are the categories
 * @param causes what it was captured for
 * @param lastErrorTypes of the newest failure
 * @param lastCauses what it fails with now
 * @param anyCauses what it was captured for or what it fails with now
 * @param attributes all of which a letter must have
 * @param text found, in any case, in message or type of the first or the newest error, event id or a textual payload
 */
public record Filter(
        Set<LetterStatus> statuses,
        Set<Glob> channels,
        Set<String> errorTypes,
        Set<Category> categories,
        Set<CauseId> causes,
        Set<String> lastErrorTypes,
        Set<CauseId> lastCauses,
        Set<CauseId> anyCauses,
        Set<Glob> patterns,
        @Nullable String subscriberId,
        @Nullable String eventId,
        @Nullable String key,
        @Nullable String tag,
        Set<Priority> priorities,
        @Nullable Integer minRetryCount,
        @Nullable Integer maxRetryCount,
        @Nullable Instant from,
        @Nullable Instant to,
        Set<Attribute> attributes,
        @Nullable String text) {

    private static final Filter ALL = builder().build();

    public Filter {
        statuses = Set.copyOf(statuses);
        channels = Set.copyOf(channels);
        errorTypes = Set.copyOf(errorTypes);
        categories = Set.copyOf(categories);
        causes = Set.copyOf(causes);
        lastErrorTypes = Set.copyOf(lastErrorTypes);
        lastCauses = Set.copyOf(lastCauses);
        anyCauses = Set.copyOf(anyCauses);
        patterns = Set.copyOf(patterns);
        priorities = Set.copyOf(priorities);
        attributes = Set.copyOf(attributes);
        if (text != null && text.isEmpty()) text = null;
    }

    public static Filter all() {
        return ALL;
    }

    /** The same for letters in these statuses only. */
    public Filter with(Set<LetterStatus> only) {
        return with(only, channels, priorities, minRetryCount, maxRetryCount);
    }

    /** The same for letters of these channels only. */
    public Filter inChannels(Set<Glob> only) {
        return with(statuses, only, priorities, minRetryCount, maxRetryCount);
    }

    /** The same for letters of these priorities only. */
    public Filter withPriorities(Set<Priority> only) {
        return with(statuses, channels, only, minRetryCount, maxRetryCount);
    }

    /** The same for letters that were retried so often only. */
    public Filter withRetryCount(int only) {
        return with(statuses, channels, priorities, only, only);
    }

    /** Not by way of the builder, which would widen the filter without a word if it left one out. */
    private Filter with(
            Set<LetterStatus> onlyStatuses,
            Set<Glob> onlyChannels,
            Set<Priority> onlyPriorities,
            @Nullable Integer min,
            @Nullable Integer max) {
        return new Filter(
                onlyStatuses,
                onlyChannels,
                errorTypes,
                categories,
                causes,
                lastErrorTypes,
                lastCauses,
                anyCauses,
                patterns,
                subscriberId,
                eventId,
                key,
                tag,
                onlyPriorities,
                min,
                max,
                from,
                to,
                attributes,
                text);
    }

    /**
     * Refuses one that asks for attributes that no letter can have.
     *
     * @throws UnknownAttribute when there is no path for one of them
     */
    public void checkAttributes(SearchPaths paths) {
        attributes.stream()
                .map(Attribute::name)
                .filter(name -> !paths.byName().containsKey(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new UnknownAttribute(name, paths);
                });
    }

    public static FilterBuilder builder() {
        return new FilterBuilder();
    }

    // Matching

    /** Whether it selects a letter, whose attributes are at these paths; every store and the archive agree with this. */
    public boolean matches(DeadLetter letter, SearchPaths paths) {
        Message message = letter.message();
        return anyOf(statuses, letter.status())
                && anyGlob(channels, letter.channel())
                && anyOf(errorTypes, letter.failure().type())
                && anyOf(categories, letter.failure().category())
                && anyOf(causes, letter.cause())
                && anyOf(lastErrorTypes, letter.lastFailure().type())
                && anyOf(lastCauses, letter.lastCause())
                && (anyOf(anyCauses, letter.cause()) || anyOf(anyCauses, letter.lastCause()))
                && anyGlob(patterns, message.event().pattern())
                && anyOf(priorities, letter.priority())
                && (subscriberId == null || subscriberId.equals(message.subscriberId()))
                && (eventId == null || eventId.equals(letter.eventId()))
                && (key == null
                        || Objects.equals(Payload.of(key), message.origin().key()))
                && (tag == null || letter.tags().contains(tag))
                && (minRetryCount == null || letter.retryCount() >= minRetryCount)
                && (maxRetryCount == null || letter.retryCount() <= maxRetryCount)
                && (from == null || !letter.createdAt().isBefore(from))
                && (to == null || letter.createdAt().isBefore(to))
                && (attributes.isEmpty() || paths.in(message).containsAll(attributes))
                && (text == null || quotes(letter, text.toLowerCase(Locale.ROOT)));
    }

    private static <T> boolean anyOf(Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value);
    }

    private static boolean anyGlob(Set<Glob> wanted, @Nullable String value) {
        return wanted.isEmpty() || (value != null && wanted.stream().anyMatch(glob -> glob.matches(value)));
    }

    private static boolean quotes(DeadLetter letter, String lowerCaseText) {
        return isIn(letter.failure(), lowerCaseText)
                || isIn(letter.lastFailure(), lowerCaseText)
                || isIn(letter.eventId(), lowerCaseText)
                || (letter.payload().isText() && isIn(letter.payload().text(), lowerCaseText));
    }

    private static boolean isIn(Failure failure, String lowerCaseText) {
        return isIn(failure.message(), lowerCaseText) || isIn(failure.type(), lowerCaseText);
    }

    private static boolean isIn(String text, String lowerCaseText) {
        return text.toLowerCase(Locale.ROOT).contains(lowerCaseText);
    }
}
