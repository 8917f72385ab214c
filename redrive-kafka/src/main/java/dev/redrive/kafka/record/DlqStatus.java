package dev.redrive.kafka.record;

/** Where a record on a dead letter topic stands. */
public enum DlqStatus {
    /** It failed, and was not sent back so far. */
    PENDING,
    /** It was sent back and failed again. */
    RETRYING,
    /** It was sent back and processed; told on the topic of resolved records. */
    RESOLVED,
    /** Nobody tries it again by itself; it is on the topic of parked records. */
    DEAD
}
