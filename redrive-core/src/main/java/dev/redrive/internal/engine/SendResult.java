package dev.redrive.internal.engine;

import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Instant;

/** The result of sending a letter that was given to an {@link AttemptPool}. */
public sealed interface SendResult {
    /** It was tried, and the letter is settled accordingly. */
    record Tried(Settlement settlement, SettleResult settled) implements SendResult {}

    /** It was not tried, as far as is known. Its lease is still held. */
    sealed interface Untried extends SendResult, AttemptResult {}

    /** The circuit of this target is open until then. */
    record Refused(String target, Instant until) implements Untried {}

    /** The target takes nothing until then. */
    record NotNow(Instant until, String why) implements Untried {}

    /** The target takes others, but not this one; there is no use in asking before then. */
    record Undeliverable(Instant until, String why) implements Untried {}

    /** Nothing takes letters of its channel. */
    record NoTarget() implements Untried {}

    /** It was recalled before it was sent, or its worker was interrupted. */
    record Recalled() implements Untried {}

    /** It is unknown whether it was tried: something failed that must not fail. */
    record Broken(Throwable thrown) implements Untried {}
}
