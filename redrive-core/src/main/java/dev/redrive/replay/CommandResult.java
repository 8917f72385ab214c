package dev.redrive.replay;

import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;

/** The result of a command for a replay. */
public sealed interface CommandResult {
    /** It was done, or had been done before; this is how the replay is now. */
    record Done(Replay replay) implements CommandResult {}

    /** Its state does not allow it. */
    record NotAllowed(ReplayState found) implements CommandResult {}

    record NoSuchReplay() implements CommandResult {}
}
