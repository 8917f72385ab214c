package dev.redrive.kafka.spring;

import java.time.Duration;

/**
 * When a listener counts as failing as a whole, and how it is probed then.
 *
 * @param share which part of the latest tries must have failed with transient errors
 * @param last how many of the latest tries count
 * @param within tries that are older do not count
 * @param minimum fewer tries, with the records that wait behind a failing one, are no outage
 * @param firstProbe the wait before the first probe; it doubles after each probe that fails
 * @param longestWait no wait between probes is longer
 */
public record OutageOptions(
        double share, int last, Duration within, int minimum, Duration firstProbe, Duration longestWait) {
    public OutageOptions {
        if (!(share > 0 && share <= 1))
            throw new IllegalArgumentException("share must be above 0 and at most 1, was " + share);
        if (minimum < 1 || last < minimum)
            throw new IllegalArgumentException(
                    "minimum must be between 1 and last, was " + minimum + " with last " + last);
        if (within.isNegative() || within.isZero())
            throw new IllegalArgumentException("within must be positive, was " + within);
        if (firstProbe.isNegative() || firstProbe.isZero())
            throw new IllegalArgumentException("firstProbe must be positive, was " + firstProbe);
        if (longestWait.compareTo(firstProbe) < 0)
            throw new IllegalArgumentException(
                    "longestWait must be at least firstProbe, was " + longestWait + " with " + firstProbe);
    }

    /** Half of the last 20 tries within 10 seconds, probed after a second and then up to once a minute. */
    public static OutageOptions defaults() {
        return new OutageOptions(0.5, 20, Duration.ofSeconds(10), 10, Duration.ofSeconds(1), Duration.ofMinutes(1));
    }
}
