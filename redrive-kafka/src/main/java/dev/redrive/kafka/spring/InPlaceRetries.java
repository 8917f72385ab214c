package dev.redrive.kafka.spring;

import java.time.Duration;

/**
 * How often a record is tried again where it is, before it goes to the dead letter topic. The consumer is paused meanwhile
 * and goes on polling, so a wait may be longer than {@code max.poll.interval.ms}.
 *
 * @param afterTransient how often after a transient error
 * @param afterUnknown how often after an error that is neither transient nor permanent
 * @param first the wait before the first of these tries; it doubles each time
 * @param longest no wait is longer
 */
public record InPlaceRetries(int afterTransient, int afterUnknown, Duration first, Duration longest) {
    public InPlaceRetries {
        if (afterTransient < 0 || afterUnknown < 0)
            throw new IllegalArgumentException(
                    "retries must not be negative, were " + afterTransient + " and " + afterUnknown);
        if (first.isNegative()) throw new IllegalArgumentException("first must not be negative, was " + first);
        if (longest.compareTo(first) < 0)
            throw new IllegalArgumentException("longest must be at least first, was " + longest + " with " + first);
    }

    public static InPlaceRetries defaults() {
        return new InPlaceRetries(4, 1, Duration.ofMillis(500), Duration.ofSeconds(30));
    }

    /** How long to wait after so many failures. */
    Duration waitAfter(int failures) {
        return doubled(first, failures - 1, longest);
    }

    /** Compares before it multiplies, so that no count can overflow. */
    static Duration doubled(Duration first, int times, Duration longest) {
        if (first.isZero()) return first;
        if (times > 40) return longest;
        long factor = 1L << times;
        return factor <= longest.dividedBy(first) ? first.multipliedBy(factor) : longest;
    }
}
