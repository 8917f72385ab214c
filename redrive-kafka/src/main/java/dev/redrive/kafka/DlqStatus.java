package dev.redrive.kafka;

/** Where a record on a dead letter topic stands. */
public enum DlqStatus {
    PENDING,
    RETRYING,
    RESOLVED,
    DEAD
}
