package dev.redrive.replay;

/** The answer to a command for a replay. */
public sealed interface Steered {
    /** It was done, or had been done before; this is how the replay is now. */
    record Done(Replay replay) implements Steered {}

    /** Its state does not allow it. */
    record NotAllowed(ReplayState found) implements Steered {}

    record NoSuchReplay() implements Steered {}
}
