package dev.redrive.kafka.spring;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.springframework.kafka.listener.BatchListenerFailedException;

/** Handles the failures of batch listeners. */
record BatchFailureHandler(RecordRecovery recovery, ConsumerFailureHandler consumers) {

    void handle(ConsumerRecords<?, ?> batch, ContainerFailure failure) {
        List<ConsumerRecord<?, ?>> records = new ArrayList<>(batch.count());
        batch.forEach(records::add);
        if (records.isEmpty()) {
            consumers.handle(failure);
            return;
        }
        int failed = failedIndex(failure.thrown(), records);
        if (failed < 0) handleWhole(records, failure);
        else handleFrom(failed, records, failure);
    }

    /** Negative when the exception does not say which record failed. */
    private static int failedIndex(Exception thrown, List<ConsumerRecord<?, ?>> records) {
        BatchListenerFailedException failed = ListenerFailure.ofBatch(thrown);
        if (failed == null) return -1;
        ConsumerRecord<?, ?> record = failed.getRecord();
        if (record == null) return failed.getIndex() < records.size() ? failed.getIndex() : -1;
        for (int i = 0; i < records.size(); i++) {
            ConsumerRecord<?, ?> each = records.get(i);
            if (each.offset() == record.offset()
                    && FailureProgress.partition(each).equals(FailureProgress.partition(record))) return i;
        }
        return -1;
    }

    private void handleFrom(int failed, List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        failure.commit(records.subList(0, failed));
        List<ConsumerRecord<?, ?>> rest = records.subList(failed, records.size());
        if (!recovery.recover(rest.get(0), failure, rest.size() - 1)) {
            failure.seekAndThrow(rest);
            return;
        }
        failure.commit(rest.subList(0, 1));
        // When this returns, the container takes the whole batch as done.
        if (rest.size() > 1) failure.seekAndThrow(rest.subList(1, rest.size()));
    }

    /** The exception does not say which record failed: all are retried, or all are published. */
    private void handleWhole(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        List<ConsumerRecord<?, ?>> unsafe = recovery.recoverAll(records, failure);
        if (unsafe.isEmpty()) return;
        failure.commit(BatchOffsets.before(unsafe, records));
        failure.seekAndThrow(unsafe);
    }
}
