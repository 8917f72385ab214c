package dev.redrive.kafka.spring;

import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Tells the outage of a container and the publisher how the listener's calls ended.
 *
 * @param outage null when no outages of the container are noticed
 */
record OutageWatch(@Nullable Outage outage, FailurePublisher publisher, Supplier<FailureProgress> progress)
        implements ListenerWatch {
    @Override
    public void called() {
        if (outage != null) outage.called();
    }

    @Override
    public void returned() {
        if (outage != null) outage.returned();
    }

    @Override
    public void succeeded(ConsumerRecord<?, ?> record) {
        if (outage != null) outage.succeeded();
        if (progress.get().skipped(FailureProgress.partition(record)) != null) throw new ProbeSucceeded();
        publisher.resolved(record);
    }

    @Override
    public void batchSucceeded(Iterable<? extends ConsumerRecord<?, ?>> records) {
        if (outage != null) outage.succeeded();
        records.forEach(publisher::resolved);
    }
}
