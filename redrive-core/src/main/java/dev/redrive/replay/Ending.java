package dev.redrive.replay;

import java.time.Instant;
import java.util.Optional;

/** Why a node sends no more letters of a replay. */
sealed interface Ending {
    /** All letters went out or were skipped. */
    record AllDone() implements Ending {}

    /** Its brakes stopped it. */
    record Stopped(String reason) implements Ending {}

    /** A step is complete; it goes on at a time, or when somebody resumes it. */
    record StepDone(String reason, Optional<Instant> goesOnAt) implements Ending {}

    /** Its hours are over; it goes on when they come again. */
    record OutOfHours(Instant until) implements Ending {}

    /** A person paused or cancelled it. */
    record Told(ReplayState state) implements Ending {}

    /** Another node has it now, or this one is going down: the others know what to do. */
    record LeftToOthers() implements Ending {}
}
