package dev.redrive.kafka.spring;

import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.classify.Rule;
import dev.redrive.letter.Retryability;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Decides whether a failed record is retried in place, and pauses its consumer when it is. */
final class InPlaceRetryDecider {
    private final Classifier classifier;
    private final InPlaceRetries retries;
    private final ContainerOutages outages;
    private final ConsumerPause pause;
    private final Supplier<FailureProgress> progress;
    private final InstantSource clock;

    InPlaceRetryDecider(
            List<Rule> rules,
            InPlaceRetries retries,
            ContainerOutages outages,
            ConsumerPause pause,
            Supplier<FailureProgress> progress,
            InstantSource clock) {
        this.classifier = new Classifier(rules);
        this.retries = retries;
        this.outages = outages;
        this.pause = pause;
        this.progress = progress;
        this.clock = clock;
    }

    /**
     * False when the record is to be published.
     *
     * @param behind how many records of the same poll wait behind it
     */
    boolean retries(ConsumerRecord<?, ?> record, Throwable reason, ContainerFailure failure, int behind) {
        TopicPartition partition = FailureProgress.partition(record);
        boolean isOfCommit = ListenerFailure.isOfCommit(failure.thrown());
        Retryability kind = isOfCommit ? Retryability.UNKNOWN : retryability(reason);
        if (kind == Retryability.PERMANENT) return false;
        // What fails while the application shuts down may work after its next start.
        if (!failure.container().isRunning()) return true;
        if (!isOfCommit && progress.get().isSuspect(record)) return false;
        RecordTries tries = progress.get().failed(record, clock.instant());
        boolean isTransient = kind == Retryability.TRANSIENT;
        boolean isExhausted = tries.failed() > (isTransient ? retries.afterTransient() : retries.afterUnknown());
        if (isTransient && waitsForOutage(tries, isExhausted, partition, reason, failure.container(), behind))
            return true;
        if (isExhausted && !isOfCommit) return false;
        pause.pause(failure.container(), partition, retries.waitAfter(tries.failed()));
        return true;
    }

    private boolean waitsForOutage(
            RecordTries tries,
            boolean isExhausted,
            TopicPartition partition,
            Throwable reason,
            MessageListenerContainer container,
            int behind) {
        Outage outage = outages.of(container);
        if (outage == null) return false;
        MessageListenerContainer failing = container.getContainerFor(partition.topic(), partition.partition());
        String errorType = reason.getClass().getName();
        boolean waits = outage.failed(failing, errorType)
                || (isExhausted && outage.exhausted(tries.since(), behind, errorType));
        if (waits) progress.get().forget(partition);
        return waits;
    }

    boolean isPermanent(Throwable reason) {
        return retryability(reason) == Retryability.PERMANENT;
    }

    private Retryability retryability(Throwable reason) {
        return classifier.classify(ErrorFacts.chain(reason)).retryability();
    }

    /** Pauses the consumer of a partition as after a first failure. */
    void pauseShortly(MessageListenerContainer container, TopicPartition partition) {
        pause.pause(container, partition, retries.waitAfter(1));
    }

    /** Pauses the consumer of a partition because a record could not be published. */
    void pauseLong(MessageListenerContainer container, TopicPartition partition) {
        pause.pause(container, partition, retries.longest());
    }
}
