package dev.redrive.policy;

import java.time.Duration;

/** Checks that several settings share. */
final class Limits {
    /** A longer delay is a mistake, and keeping to this, no sum of times can overflow. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    private Limits() {}

    static Duration notNegative(String name, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be between 0 and 3650 days, was " + value);
        }
        return value;
    }

    static Duration positive(String name, Duration value) {
        if (value.isZero() || value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be more than 0 and at most 3650 days, was " + value);
        }
        return value;
    }
}
