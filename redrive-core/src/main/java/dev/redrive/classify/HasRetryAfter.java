package dev.redrive.classify;

import java.time.Duration;
import java.util.Optional;

/** An exception that knows how long the other side wants to be left alone. */
public interface HasRetryAfter {
    Optional<Duration> retryAfter();

    /** The wish may be wrapped in other exceptions; a chain that turns in a circle ends the search. */
    static Optional<Duration> in(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 32; depth++) {
            if (at instanceof HasRetryAfter wish) return wish.retryAfter();
            at = at.getCause();
        }
        return Optional.empty();
    }
}
