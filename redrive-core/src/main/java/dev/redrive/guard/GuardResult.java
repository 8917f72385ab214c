package dev.redrive.guard;

import dev.redrive.letter.LetterId;

/** The result of a guarded step. */
public sealed interface GuardResult {
    /** It worked, perhaps only after some tries. */
    record Processed(int tries) implements GuardResult {}

    /** It failed and is in the queue. */
    record InQueue(LetterId id) implements GuardResult {}

    /** It failed in a way that is of no interest. */
    record Ignored() implements GuardResult {}
}
