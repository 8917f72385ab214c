package dev.redrive.kafka.record;

/** Where a record on a dead letter topic stands. */
public enum DlqStatus {
    /** It failed, and was not sent back so far. */
    PENDING,
    /** It was sent back and failed again. */
    RETRYING,
    /** It was sent back and processed; reported on the topic of resolved records. Any word for a closed record is read as this. */
    RESOLVED,
    /** It is not retried automatically; it is on the topic of parked records. */
    DEAD
}
