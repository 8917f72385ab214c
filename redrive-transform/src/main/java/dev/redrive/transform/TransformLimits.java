package dev.redrive.transform;

import java.time.Duration;

/** How much a transform may make of one letter, and how long it may take. */
public record TransformLimits(int resultBytes, Duration time) {
    public TransformLimits {
        if (resultBytes < 1) throw new IllegalArgumentException("resultBytes must be at least 1, was " + resultBytes);
        if (time.isNegative() || time.isZero())
            throw new IllegalArgumentException("time must be more than nothing, was " + time);
    }

    /** 10 MB and two seconds. */
    public static TransformLimits defaults() {
        return new TransformLimits(10 * 1024 * 1024, Duration.ofSeconds(2));
    }

    public TransformLimits withResultBytes(int value) {
        return new TransformLimits(value, time);
    }
}
