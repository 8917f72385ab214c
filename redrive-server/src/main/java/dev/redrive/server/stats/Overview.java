package dev.redrive.server.stats;

import dev.redrive.letter.StatusCounts;
import dev.redrive.metrics.LetterNumbers;
import dev.redrive.store.questions.Tallies;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the letters of some channels stand at one moment.
 *
 * @param ingestionPerMinute letters captured in the last 60 seconds, as far as counts of whole minutes tell
 * @param lastHour what happened in the last hour
 * @param oldestAge the age of the oldest open letter
 */
public record Overview(Tallies tallies, double ingestionPerMinute, Flow lastHour, Optional<Duration> oldestAge)
        implements LetterNumbers {

    /** Counts of a period of time. */
    public record Flow(long captured, long attempted, long resolved, long failed) {
        /** How many letters came to an end by themselves or now need a person. */
        public long ended() {
            return resolved + failed;
        }
    }

    @Override
    public StatusCounts counts() {
        return tallies.byStatus();
    }

    /** Of the letters that came to an end in the last hour, the share that was resolved. Empty when none did. */
    public OptionalDouble resolutionRate() {
        return share(lastHour.resolved(), lastHour.ended());
    }

    /** Of the tries of the last hour, the share after which a letter was resolved. Empty when there were none. */
    public OptionalDouble retrySuccessRate() {
        return share(lastHour.resolved(), lastHour.attempted());
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1.0, (double) part / whole));
    }
}
