package dev.redrive.series;

import java.time.Instant;

/** How much of something happened in the step of time that begins at this time. */
public record StepSum(Instant start, MinuteCount.Measure measure, long count) {}
