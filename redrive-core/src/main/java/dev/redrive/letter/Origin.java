package dev.redrive.letter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The source of a message: its topic, partition and offset on a broker, its key, and the consumer group that failed to
 * process it.
 */
public record Origin(
        @Nullable String topic,
        @Nullable Integer partition,
        @Nullable Long offset,
        @Nullable Payload key,
        @Nullable Instant timestamp,
        @Nullable String consumerGroupId,
        @Nullable String sourceService) {
    private static final Origin UNKNOWN = new Origin(null, null, null, null, null, null, null);

    public static Origin unknown() {
        return UNKNOWN;
    }

    public static Origin of(String topic, int partition, long offset) {
        return new Origin(topic, partition, offset, null, null, null, null);
    }

    public Origin withKey(String value) {
        return new Origin(topic, partition, offset, Payload.of(value), timestamp, consumerGroupId, sourceService);
    }

    /** True when topic, partition and offset name one record. */
    public boolean isExact() {
        return topic != null && partition != null && offset != null;
    }
}
