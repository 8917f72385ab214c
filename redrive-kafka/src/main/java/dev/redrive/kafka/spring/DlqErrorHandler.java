package dev.redrive.kafka.spring;

import dev.redrive.classify.Rule;
import dev.redrive.kafka.publish.DlqPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.support.TopicPartitionOffset;

/**
 * Moves records that a listener fails on to their dead letter topic. Permanent errors go there at once, others after some
 * retries in place. An offset is committed only after its record is safe; a record that could not be published is delivered
 * again.
 *
 * <p>{@link #attachTo} makes it the error handler of a container and watches the listener: only then are {@code Error}s failures
 * like others instead of the container's end, and outages are noticed. As a plain {@code CommonErrorHandler}, or as the recoverer
 * of another error handler, it does the rest. It never logs the contents of a record or the message of an exception. Not for
 * containers with Kafka transactions, which have an {@code AfterRollbackProcessor} instead. Safe for many containers.
 *
 * <p>Each way in which a container reports failures has a class of its own: {@code RecordFailureHandler}, {@code
 * BatchFailureHandler} and {@code ConsumerFailureHandler}. They share {@code RecordRecovery}, which decides about one record.
 */
public final class DlqErrorHandler implements CommonErrorHandler, ConsumerRecordRecoverer {
    private final FailurePublisher publisher;
    private final ContainerOutages outages;
    private final RecordFailureHandler records;
    private final BatchFailureHandler batches;
    private final ConsumerFailureHandler consumers;
    private final ThreadLocal<FailureProgress> progress = ThreadLocal.withInitial(FailureProgress::new);

    private DlqErrorHandler(Builder chosen) {
        ProbeTimer timer = new ProbeTimer();
        this.publisher = new FailurePublisher(chosen.publisher, new RawRecords(chosen.keys, chosen.values));
        this.outages =
                new ContainerOutages(chosen.outage, chosen.registry, chosen.outageListeners, timer, chosen.clock);
        InPlaceRetryDecider decider = new InPlaceRetryDecider(
                chosen.rules, chosen.retries, outages, new ConsumerPause(timer, outages), progress::get, chosen.clock);
        RecordRecovery recovery = new RecordRecovery(decider, publisher, progress::get);
        this.consumers = new ConsumerFailureHandler(recovery);
        this.records =
                new RecordFailureHandler(recovery, new SkippingProbe(decider, outages, progress::get), consumers);
        this.batches = new BatchFailureHandler(recovery, consumers);
    }

    public static Builder with(DlqPublisher publisher) {
        return new Builder(publisher);
    }

    /** Call it before the container starts and after its listener is set; a second call does nothing. */
    public void attachTo(AbstractMessageListenerContainer<?, ?> container) {
        container.setCommonErrorHandler(this);
        ContainerProperties properties = container.getContainerProperties();
        Object listener = properties.getMessageListener();
        // Setting the listener advises it again.
        Object target = AopUtils.isAopProxy(listener) ? AopProxyUtils.getSingletonTarget(listener) : listener;
        if (target instanceof WatchedListener || target instanceof WatchedBatchListener) return;
        boolean isAsync = target instanceof AsyncRepliesAware aware && aware.isAsyncReplies();
        Outage outage = isAsync ? null : outages.create(container);
        ListenerWatch watch = new OutageWatch(outage, publisher, progress::get);
        if (target instanceof MessageListener<?, ?> ofRecords)
            properties.setMessageListener(new WatchedListener<>(ofRecords, watch));
        else if (target instanceof BatchMessageListener<?, ?> ofBatches)
            properties.setMessageListener(new WatchedBatchListener<>(ofBatches, watch));
        else throw new IllegalStateException("the container has no listener yet; set it before the error handler");
        if (outage != null) outages.add(container, outage);
    }

    // As the recoverer of another error handler

    /** Returns when the record is safe. */
    @Override
    public void accept(ConsumerRecord<?, ?> record, Exception thrown) {
        publisher.publish(record, ListenerFailure.reason(record, thrown), null);
    }

    // As the container's error handler

    @Override
    public boolean seeksAfterHandling() {
        return true;
    }

    @Override
    public boolean deliveryAttemptHeader() {
        return true;
    }

    @Override
    public int deliveryAttempt(TopicPartitionOffset place) {
        Long offset = place.getOffset();
        return offset == null ? 1 : progress.get().failures(place.getTopicPartition(), offset) + 1;
    }

    @Override
    public void clearThreadState() {
        progress.remove();
    }

    @Override
    public void onPartitionsAssigned(
            Consumer<?, ?> consumer, Collection<TopicPartition> partitions, Runnable publishPause) {
        progress.get().assigned(partitions);
    }

    @Override
    public boolean handleOne(
            Exception thrown,
            ConsumerRecord<?, ?> record,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        return records.handleOne(record, new ContainerFailure(thrown, consumer, container));
    }

    @Override
    public void handleRemaining(
            Exception thrown,
            List<ConsumerRecord<?, ?>> remaining,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        records.handleRemaining(remaining, new ContainerFailure(thrown, consumer, container));
    }

    @Override
    public void handleBatch(
            Exception thrown,
            ConsumerRecords<?, ?> batch,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        batches.handle(batch, new ContainerFailure(thrown, consumer, container));
    }

    @Override
    public void handleOtherException(
            Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        consumers.handle(new ContainerFailure(thrown, consumer, container));
    }

    /** The settings of an error handler. */
    public static final class Builder {
        private final DlqPublisher publisher;
        private List<Rule> rules = List.of();
        private InPlaceRetries retries = InPlaceRetries.defaults();
        private @Nullable OutageOptions outage = OutageOptions.defaults();
        private @Nullable MeterRegistry registry;
        private final List<OutageListener> outageListeners = new ArrayList<>();
        private @Nullable Serializer<Object> keys;
        private @Nullable Serializer<Object> values;
        private InstantSource clock = InstantSource.system();

        private Builder(DlqPublisher publisher) {
            this.publisher = publisher;
        }

        /** Rules that classify errors, before the built-in ones; best the same as the publisher's. */
        public Builder classify(List<Rule> own) {
            this.rules = List.copyOf(own);
            return this;
        }

        public Builder retries(InPlaceRetries inPlace) {
            this.retries = inPlace;
            return this;
        }

        public Builder outage(OutageOptions options) {
            this.outage = options;
            return this;
        }

        /** What fails with a transient error goes to the dead letter topic after its tries, always. */
        public Builder withoutOutageMode() {
            this.outage = null;
            return this;
        }

        public Builder listen(OutageListener listener) {
            outageListeners.add(listener);
            return this;
        }

        /** Where {@code dlq.outage} is shown. */
        public Builder meters(MeterRegistry meterRegistry) {
            this.registry = meterRegistry;
            return this;
        }

        /** Writes keys and values back to bytes where the original bytes are not at hand. */
        @SuppressWarnings("unchecked")
        public Builder serializers(Serializer<?> forKeys, Serializer<?> forValues) {
            this.keys = (Serializer<Object>) forKeys;
            this.values = (Serializer<Object>) forValues;
            return this;
        }

        public Builder clock(InstantSource source) {
            this.clock = source;
            return this;
        }

        public DlqErrorHandler build() {
            return new DlqErrorHandler(this);
        }
    }
}
