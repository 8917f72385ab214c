package dev.redrive.kafka.spring;

import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Probes an outage with a later record of the partition, to see whether only its first record fails. Nothing from the skipped
 * record on is committed meanwhile.
 */
record SkippingProbe(InPlaceRetryDecider decider, ContainerOutages outages, Supplier<FailureProgress> progress) {

    /** Whether the record was tried although an earlier one of its partition is open. */
    boolean isRunning(ConsumerRecord<?, ?> record) {
        return progress.get().skipped(FailureProgress.partition(record)) != null;
    }

    /** Skips the first record, which just failed, when it is the turn of such a probe. */
    void startIfDue(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        if (isDue(failure.container())) skipFirst(records, failure);
    }

    /** Not where the listener itself acknowledges: that must not happen while an earlier record is open. */
    private boolean isDue(MessageListenerContainer container) {
        Outage outage = outages.of(container);
        ContainerProperties properties = container.getContainerProperties();
        return outage != null
                && outage.skipsWithNextProbe()
                && properties.getAckMode() != AckMode.MANUAL
                && properties.getAckMode() != AckMode.MANUAL_IMMEDIATE
                && !properties.isAsyncAcks()
                && !properties.isFixTxOffsets();
    }

    /** False when no later record of the same partition was polled. */
    private boolean skipFirst(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        ConsumerRecord<?, ?> first = records.get(0);
        for (ConsumerRecord<?, ?> next : records.subList(1, records.size())) {
            if (!FailureProgress.partition(next).equals(FailureProgress.partition(first))) continue;
            progress.get().skip(first);
            failure.seekTo(next);
            return true;
        }
        return false;
    }

    /** The first record was tried out of order. A permanent error says nothing about the outage, so the next one is tried. */
    void tried(List<ConsumerRecord<?, ?>> records, ContainerFailure failure) {
        ConsumerRecord<?, ?> tried = records.get(0);
        TopicPartition partition = FailureProgress.partition(tried);
        ConsumerRecord<?, ?> skipped = progress.get().skipped(partition);
        if (skipped == null) return;
        Throwable reason = ListenerFailure.reason(tried, failure.thrown());
        boolean isSuccess = reason instanceof ProbeSucceeded;
        if (!isSuccess && decider.isPermanent(reason) && skipFirst(records, failure)) return;
        progress.get().unskip(partition);
        failure.seekTo(skipped);
        if (isSuccess) progress.get().suspect(skipped);
        else if (!outageContinues(partition, reason, failure.container()))
            decider.pauseShortly(failure.container(), partition);
    }

    private boolean outageContinues(TopicPartition partition, Throwable reason, MessageListenerContainer container) {
        Outage outage = outages.of(container);
        if (outage == null || !outage.isOn()) return false;
        MessageListenerContainer failing = container.getContainerFor(partition.topic(), partition.partition());
        return outage.failed(failing, reason.getClass().getName());
    }
}
