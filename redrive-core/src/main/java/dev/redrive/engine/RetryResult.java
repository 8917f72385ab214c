package dev.redrive.engine;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Settlement;

/** The result of a manual retry. */
public sealed interface RetryResult {
    /** It was tried; the settlement says how it went and the status where that leads. */
    record Tried(LetterStatus status, Settlement settlement) implements RetryResult {}

    /** It could not be claimed, and why. */
    record NotTried(ClaimResult why) implements RetryResult {}

    /** It was not tried and stands as it did before: its target takes nothing now, or not this letter, and why. */
    record NotNow(String why) implements RetryResult {}

    /** It was not tried: its channel is held. */
    record ChannelIsHeld(ChannelHold hold) implements RetryResult {}

    /** Nothing in this process can take letters of its channel. */
    record NoHandler(String channel) implements RetryResult {}

    /** It was not tried: this target had its maximum of letters in flight, and none came back in time. */
    record Busy(String target) implements RetryResult {}

    /** The lease was lost before the letter was sent, or before the result could be stored. */
    record LeaseLost() implements RetryResult {}
}
