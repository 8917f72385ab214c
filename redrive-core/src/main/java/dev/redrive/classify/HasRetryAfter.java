package dev.redrive.classify;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * An exception that carries how long to wait before the next attempt, such as one for HTTP 429 with
 * {@code Retry-After}.
 */
public interface HasRetryAfter {
    /** Longer waits are taken for mistakes; a time this far away does not overflow. */
    Duration LONGEST = Duration.ofDays(3650);

    Optional<Duration> retryAfter();

    /** The wait may be wrapped in other exceptions; a chain that turns in a circle ends the search. */
    static Optional<Duration> in(Throwable thrown) {
        try {
            return find(thrown)
                    .filter(wait -> !wait.isNegative())
                    .map(wait -> wait.compareTo(LONGEST) < 0 ? wait : LONGEST);
        } catch (Throwable broken) {
            return Optional.empty(); // foreign code, and a failure counts whether or not it can say more
        }
    }

    private static Optional<Duration> find(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 32; depth++) {
            if (at instanceof HasRetryAfter timed)
                return Objects.requireNonNullElse(timed.retryAfter(), Optional.empty());
            at = at.getCause();
        }
        return Optional.empty();
    }
}
