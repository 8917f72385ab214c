package dev.redrive.cause;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What people have said about a cause beside its state.
 *
 * @param assignee who looks after it
 * @param link where it is dealt with, such as a ticket
 * @param ignoredUntil when it is open again, of one that is ignored for a time
 * @param ignoredUpTo it is open again when more letters than this were captured for it, of one that is ignored up to a number
 */
public record CauseCare(
        @Nullable String assignee,
        @Nullable String link,
        @Nullable Instant ignoredUntil,
        @Nullable Long ignoredUpTo) {
    public CauseCare {
        assignee = CleanText.textOrNull(assignee);
        link = CleanText.textOrNull(link);
        if (ignoredUntil != null) ignoredUntil = ignoredUntil.truncatedTo(ChronoUnit.MILLIS);
    }

    public static CauseCare none() {
        return new CauseCare(null, null, null, null);
    }

    public CauseCare assignedTo(@Nullable String name) {
        return new CauseCare(name, link, ignoredUntil, ignoredUpTo);
    }

    public CauseCare linkedTo(@Nullable String url) {
        return new CauseCare(assignee, url, ignoredUntil, ignoredUpTo);
    }

    public CauseCare ignored(@Nullable Instant until, @Nullable Long upTo) {
        return new CauseCare(assignee, link, until, upTo);
    }

    /** Whether it was ignored for long enough, or for enough letters. */
    public boolean isIgnoredEnough(Instant now, long letters) {
        return (ignoredUntil != null && !now.isBefore(ignoredUntil)) || (ignoredUpTo != null && letters > ignoredUpTo);
    }
}
