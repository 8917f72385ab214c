package dev.redrive.kafka.publish;

/** Who has a published record now. */
public enum PublishResult {
    /** The broker acknowledged it. */
    BY_BROKER,
    /** It is on the local disk and will be sent when the broker takes it. */
    IN_JOURNAL
}
