package dev.redrive.policy;

import java.time.Instant;

/** What happens to a letter after a failure. */
public sealed interface Decision {
    /** Try again by itself, at this time or soon after. */
    record RetryAt(Instant time) implements Decision {}

    /** Wait for a person. */
    record SetAside() implements Decision {}

    /** Fail for good. */
    record GiveUp() implements Decision {}
}
