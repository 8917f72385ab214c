package dev.redrive.kafka.record;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A record as it came from the broker, and why it could not be processed. */
public record FailedRecord(
        ConsumerRecord<byte[], byte[]> record,
        Throwable thrown,
        @Nullable String consumerGroup) {}
