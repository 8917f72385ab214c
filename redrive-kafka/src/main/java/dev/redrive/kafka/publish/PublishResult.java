package dev.redrive.kafka.publish;

/** Where a published record is kept. */
public enum PublishResult {
    /** The broker acknowledged it. */
    BY_BROKER,
    /** It is on the local disk and will be sent when the broker takes it. */
    IN_JOURNAL
}
