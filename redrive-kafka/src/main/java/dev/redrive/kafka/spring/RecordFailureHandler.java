package dev.redrive.kafka.spring;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Handles the failures of record listeners. */
record RecordFailureHandler(RecordRecovery recovery, SkippingProbe probe, ConsumerFailureHandler consumers) {

    /** True when the record is safe; the container then goes on with the next one of the same poll. */
    boolean handleOne(ConsumerRecord<?, ?> record, ContainerFailure failure) {
        return recovery.recover(record, failure, 0);
    }

    /** The first of the records failed, and the others of the poll were not tried yet. */
    void handleRemaining(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        if (records.isEmpty()) consumers.handle(failure);
        else if (probe.isRunning(records.get(0))) handleProbe(records, failure);
        else handleFirst(records, failure);
    }

    private void handleFirst(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        try {
            failure.seekOrThrow(records, () -> recovery.recover(records.get(0), failure, records.size() - 1));
        } catch (RuntimeException inRetry) {
            probe.startIfDue(records, failure);
            throw inRetry;
        }
    }

    private void handleProbe(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        try {
            failure.seekAndThrow(records);
        } catch (RuntimeException inRetry) {
            probe.tried(records, failure);
            throw inRetry;
        }
    }
}
