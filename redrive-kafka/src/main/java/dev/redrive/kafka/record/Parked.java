package dev.redrive.kafka.record;

import java.util.Optional;

/**
 * A record that was parked, because it is not retried automatically.
 *
 * @param record empty when it was not written by Redrive
 */
public record Parked(
        String dlqTopic, int partition, long offset, String parkedTopic, Reason reason, Optional<DlqRecord> record) {
    /** The reason, which the record carries in its header {@link DlqHeaders#PARKED_REASON}. */
    public enum Reason {
        /** It was sent back as often as its policy allows. */
        EXHAUSTED,
        /** Errors of its kind do not go away. */
        PERMANENT,
        /** It needs a manual decision. */
        MANUAL,
        /** Its original topic is not one of those that are served here. */
        FOREIGN_TOPIC,
        /** It is not a {@link DlqRecord}. */
        UNREADABLE,
        /** Its payload was cut, and half a payload is never sent back. */
        PAYLOAD_CUT,
        /** The original topic does not take it: it is too large by now. */
        TOO_LARGE
    }
}
