package dev.redrive.series;

import java.time.Instant;

/** The count of one kind of event in the time step that begins at this time. */
public record StepSum(Instant start, MinuteCount.Measure measure, long count) {}
