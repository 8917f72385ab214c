package dev.redrive.cause;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * When a cause that is ignored is open again: at whatever comes first, or never when nothing is given.
 *
 * @param time at this time
 * @param upTo when more letters than this were captured for it
 * @param atRelease at the next release that a person or a pipeline announces
 */
public record IgnoreEnd(@Nullable Instant time, @Nullable Long upTo, boolean atRelease) {
    private static final IgnoreEnd NEVER = new IgnoreEnd(null, null, false);

    public IgnoreEnd {
        if (time != null) time = time.truncatedTo(ChronoUnit.MILLIS);
    }

    public static IgnoreEnd never() {
        return NEVER;
    }

    /** Whether it was ignored for long enough, or for enough letters. */
    public boolean isReached(Instant now, long letters) {
        return (time != null && !now.isBefore(time)) || (upTo != null && letters > upTo);
    }
}
