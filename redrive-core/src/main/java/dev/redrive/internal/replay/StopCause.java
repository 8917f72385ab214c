package dev.redrive.internal.replay;

import dev.redrive.ledger.ReplayState;
import java.time.Instant;
import java.util.Optional;

/** Why a node sends no more letters of a replay. */
sealed interface StopCause {
    /** All letters went out or were skipped. */
    record AllDone() implements StopCause {}

    /** Its brakes stopped it. */
    record Stopped(String reason) implements StopCause {}

    /** A step is complete; it goes on at a time, or when it is resumed. */
    record StepDone(String reason, Optional<Instant> goesOnAt) implements StopCause {}

    /** Its hours are over; it goes on when they come again. */
    record OutOfHours(Instant until) implements StopCause {}

    /** Its other letters are in channels that are held; it goes on when they are released. */
    record ChannelsHeld(String reason) implements StopCause {}

    /** It was paused or cancelled by a command. */
    record Command(ReplayState state) implements StopCause {}

    /** Another node has it now, or this one is shutting down and leaves it to the others. */
    record LeftToOthers() implements StopCause {}
}
