package dev.redrive.letter;

/** Something that happens to a letter and may change its status; {@link LetterStatus#after} says where it leads. */
public enum Move {
    /** A worker or a manual retry takes a lease on it. */
    CLAIM,
    /** Its target accepted it. */
    SUCCEED,
    /** It was sent to a broker, which is not the same as accepted. */
    SEND,
    /** The attempt failed and another one is planned. */
    RETRY,
    /** The error is permanent or the retries are used up. */
    GIVE_UP,
    /** A person has to look at it. */
    SET_ASIDE,
    /** The worker gives it back untried, for instance because the circuit is open. */
    RELEASE,
    /** The worker did not come back within its lease. */
    LOSE_LEASE,
    /** Retry count to zero and back into the queue. */
    RESET,
    /** Due at once, counts kept. */
    REQUEUE,
    /** Closed by a person as resolved by hand, or by retention. */
    ARCHIVE,
    /** Closed by a person as not worth processing. */
    DISCARD,
    /** Opened again after it was archived or discarded, to where it stood before. */
    RESTORE,
    /** A consumer or a person says that a sent letter was processed. */
    CONFIRM,
    /** A sent letter failed again at its consumer. */
    COME_BACK
}
