package dev.redrive.kafka.spring;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The failed records of one consumer: tries, records that a probe skipped, and records that fail alone. */
final class FailureProgress {
    private final Map<TopicPartition, RecordTries> tries = new HashMap<>();
    private final Map<TopicPartition, ConsumerRecord<?, ?>> skipped = new HashMap<>();
    private final Map<TopicPartition, Long> suspects = new HashMap<>();

    RecordTries failed(ConsumerRecord<?, ?> record, Instant now) {
        RecordTries known = tries.get(partition(record));
        RecordTries counted = known != null && known.offset() == record.offset()
                ? known.again()
                : new RecordTries(record.offset(), 1, now);
        tries.put(partition(record), counted);
        return counted;
    }

    int failures(TopicPartition partition, long offset) {
        RecordTries known = tries.get(partition);
        return known != null && known.offset() == offset ? known.failed() : 0;
    }

    void forget(TopicPartition partition) {
        tries.remove(partition);
    }

    /** The first record that a probe skipped to try a later one, or null; nothing from there on is committed. */
    @Nullable
    ConsumerRecord<?, ?> skipped(TopicPartition partition) {
        return skipped.isEmpty() ? null : skipped.get(partition);
    }

    void skip(ConsumerRecord<?, ?> record) {
        skipped.putIfAbsent(partition(record), record);
    }

    void unskip(TopicPartition partition) {
        skipped.remove(partition);
    }

    /** Remembers that a later record succeeded while this one failed. */
    void suspect(ConsumerRecord<?, ?> record) {
        suspects.put(partition(record), record.offset());
    }

    boolean isSuspect(ConsumerRecord<?, ?> record) {
        Long offset = suspects.get(partition(record));
        return offset != null && offset == record.offset();
    }

    /** These partitions are read from their committed offset now, so nothing is skipped any more. */
    void assigned(Collection<TopicPartition> partitions) {
        skipped.keySet().removeAll(partitions);
    }

    static TopicPartition partition(ConsumerRecord<?, ?> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
