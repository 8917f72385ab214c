package dev.redrive.kafka.spring;

import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes failed records safe: publishes those that are not retried any more. */
record RecordRecovery(InPlaceRetryDecider decider, FailurePublisher publisher, Supplier<FailureProgress> progress) {

    /**
     * True when the record is safe, false when it has to be delivered again.
     *
     * @param behind how many records of the same poll wait behind it
     */
    boolean recover(ConsumerRecord<?, ?> record, ContainerFailure failure, int behind) {
        Throwable reason = ListenerFailure.reason(record, failure.thrown());
        if (decider.retries(record, reason, failure, behind)) return false;
        if (publisher.tryPublish(record, reason, failure.container().getGroupId())) {
            progress.get().forget(FailureProgress.partition(record));
            return true;
        }
        decider.pauseLong(failure.container(), FailureProgress.partition(record));
        return false;
    }

    /** The records of a batch that have to be delivered again; the failure is about the batch as a whole. */
    List<ConsumerRecord<?, ?>> recoverAll(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        ConsumerRecord<?, ?> first = records.get(0);
        Throwable reason = ListenerFailure.inner(failure.thrown());
        if (decider.retries(first, reason, failure, records.size() - 1)) return records;
        List<ConsumerRecord<?, ?>> unsafe = publisher.publishAll(
                records, failure.thrown(), failure.container().getGroupId());
        if (!unsafe.isEmpty()) decider.pauseLong(failure.container(), FailureProgress.partition(first));
        return unsafe;
    }
}
