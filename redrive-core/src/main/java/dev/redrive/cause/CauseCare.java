package dev.redrive.cause;

import dev.redrive.internal.text.CleanText;
import org.jspecify.annotations.Nullable;

/**
 * What people have said about a cause beside its state.
 *
 * @param assignee who looks after it
 * @param link where it is dealt with, such as a ticket
 * @param ignored when it is open again, of one that is ignored
 */
public record CauseCare(@Nullable String assignee, @Nullable String link, IgnoreEnd ignored) {
    public CauseCare {
        assignee = CleanText.textOrNull(assignee);
        link = CleanText.textOrNull(link);
    }

    public static CauseCare none() {
        return new CauseCare(null, null, IgnoreEnd.never());
    }

    public CauseCare assignedTo(@Nullable String name) {
        return new CauseCare(name, link, ignored);
    }

    public CauseCare linkedTo(@Nullable String url) {
        return new CauseCare(assignee, url, ignored);
    }

    public CauseCare ignored(IgnoreEnd end) {
        return new CauseCare(assignee, link, end);
    }

    /** True when a person looks after it. */
    public boolean isAssigned() {
        return assignee != null;
    }
}
