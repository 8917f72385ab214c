package dev.redrive.engine;

import dev.redrive.event.RedriveEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How this process sends to a target now.
 *
 * @param name the pattern of the channels that it serves
 * @param openUntil when the circuit lets the next letter through, if it is open
 * @param ratePerSecond empty when there is no rate limit
 * @param concurrency the most letters in flight at the same time; empty when the engine finds it out
 */
public record TargetState(
        String name,
        RedriveEvent.Circuit circuit,
        Optional<Instant> openUntil,
        OptionalDouble ratePerSecond,
        OptionalInt concurrency) {}
