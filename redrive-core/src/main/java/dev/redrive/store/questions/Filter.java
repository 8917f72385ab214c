package dev.redrive.store.questions;

import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.text.Glob;
import java.time.Instant;
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
        if (text != null && text.isEmpty()) text = null;
    }

    public static Filter all() {
        return ALL;
    }

    /** The same for letters in these statuses only. */
    public Filter with(Set<LetterStatus> only) {
        return with(only, channels);
    }

    /** The same for letters of these channels only. */
    public Filter inChannels(Set<Glob> only) {
        return with(statuses, only);
    }

    /** Not by way of the builder, which would widen the filter without a word if it left one out. */
    private Filter with(Set<LetterStatus> onlyStatuses, Set<Glob> onlyChannels) {
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
                priorities,
                minRetryCount,
                maxRetryCount,
                from,
                to,
                text);
    }

    public static FilterBuilder builder() {
        return new FilterBuilder();
    }
}
