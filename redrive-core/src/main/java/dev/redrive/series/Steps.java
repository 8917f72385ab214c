package dev.redrive.series;

import java.time.Duration;
import java.time.Instant;

/**
 * The steps of time that a series is summed over. They begin at multiples of their length since 1970, so that the same
 * step is the same in every query.
 *
 * @param from minutes that begin at this time or later
 * @param to minutes that begin before this time
 */
public record Steps(Instant from, Instant to, Duration length) {
    /** How many steps a series may have. */
    public static final int MOST = 10_000;

    public Steps {
        if (length.compareTo(Duration.ofMinutes(1)) < 0)
            throw new IllegalArgumentException("a step must be a minute or longer, was " + length);
        long steps = Duration.between(from, to).dividedBy(length);
        if (steps > MOST)
            throw new IllegalArgumentException("from " + from + " to " + to + " there are " + steps + " steps of "
                    + length + ", but a series has " + MOST + " at most; take longer steps or less time");
    }

    /** The beginning of the step that a minute belongs to. */
    public Instant startOf(Instant minute) {
        long millis = minute.toEpochMilli();
        return Instant.ofEpochMilli(millis - Math.floorMod(millis, length.toMillis()));
    }
}
