package dev.redrive.kafka.spring;

import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.classify.Rule;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.letter.Retryability;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.log.LogAccessor;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.SeekUtils;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.support.TopicPartitionOffset;

/**
 * Moves records that a listener fails on to their dead letter topic. Permanent errors go there at once, others after some
 * tries in place. An offset is committed only after its record is safe; a record that could not be published comes again.
 *
 * <p>{@link #attachTo} makes it the error handler of a container and watches the listener: only then {@code Error}s are
 * failures like others instead of the container's end, and outages are noticed. As a plain {@code CommonErrorHandler}, or as
 * the recoverer of somebody else's error handler, it does the rest. It never logs what a record or an exception says. Not for
 * containers with Kafka transactions, which have an {@code AfterRollbackProcessor} instead. Safe for many containers.
 */
public final class DlqErrorHandler implements CommonErrorHandler, ConsumerRecordRecoverer {
    private static final Logger LOG = LoggerFactory.getLogger(DlqErrorHandler.class);
    private static final LogAccessor SEEKS = new LogAccessor(LogFactory.getLog(DlqErrorHandler.class));

    private final FailurePublisher publishing;
    private final Classifier classifier;
    private final InPlaceRetries retries;
    private final @Nullable OutageOptions outageOptions;
    private final @Nullable OutageGauges gauges;
    private final List<OutageListener> outageListeners;
    private final InstantSource clock;
    private final ProbeTimer timer = new ProbeTimer();
    private final Map<MessageListenerContainer, Outage> outages = new ConcurrentHashMap<>();
    private final ThreadLocal<FailureProgress> progress = ThreadLocal.withInitial(FailureProgress::new);

    private DlqErrorHandler(Builder chosen) {
        this.publishing = new FailurePublisher(chosen.publisher, new RawRecords(chosen.keys, chosen.values));
        this.classifier = new Classifier(chosen.rules);
        this.retries = chosen.retries;
        this.outageOptions = chosen.outage;
        this.gauges = chosen.registry == null ? null : new OutageGauges(chosen.registry);
        this.outageListeners = List.copyOf(chosen.outageListeners);
        this.clock = chosen.clock;
    }

    public static Builder with(DlqPublisher publisher) {
        return new Builder(publisher);
    }

    /** Before the container starts and after it has its listener; a second time does nothing. */
    public void attachTo(AbstractMessageListenerContainer<?, ?> container) {
        container.setCommonErrorHandler(this);
        ContainerProperties properties = container.getContainerProperties();
        Object listener = properties.getMessageListener();
        // Setting the listener advises it again.
        Object target = AopUtils.isAopProxy(listener) ? AopProxyUtils.getSingletonTarget(listener) : listener;
        if (target instanceof WatchedListener || target instanceof WatchedBatchListener) return;
        boolean async = target instanceof AsyncRepliesAware aware && aware.isAsyncReplies();
        Outage outage = async || outageOptions == null ? null : outageOf(container, outageOptions);
        ListenerWatch watch = new Watcher(outage);
        if (target instanceof MessageListener<?, ?> records)
            properties.setMessageListener(new WatchedListener<>(records, watch));
        else if (target instanceof BatchMessageListener<?, ?> batches)
            properties.setMessageListener(new WatchedBatchListener<>(batches, watch));
        else throw new IllegalStateException("the container has no listener yet; set it before the error handler");
        if (outage != null) outages.put(container, outage);
    }

    private Outage outageOf(MessageListenerContainer container, OutageOptions options) {
        List<OutageListener> listeners = new ArrayList<>(outageListeners);
        if (gauges != null) listeners.add(gauges.of(container.getListenerId()));
        return new Outage(container, options, timer, clock, listeners);
    }

    // As the recoverer of another error handler

    /** Returns when the record is safe. */
    @Override
    public void accept(ConsumerRecord<?, ?> record, Exception thrown) {
        publishing.publish(record, ListenerFailure.reason(record, thrown), null);
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
        return isSafe(record, thrown, container, 0);
    }

    @Override
    public void handleRemaining(
            Exception thrown,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        if (records.isEmpty()) {
            handleOtherException(thrown, consumer, container, false);
            return;
        }
        ConsumerRecord<?, ?> first = records.get(0);
        ConsumerRecord<?, ?> over = progress.get().steppedOver(FailureProgress.partition(first));
        try {
            seek(
                    thrown,
                    records,
                    consumer,
                    container,
                    () -> over == null && isSafe(first, thrown, container, records.size() - 1));
        } catch (RuntimeException inRetry) {
            if (over != null) stepBackOrOn(over, thrown, records, consumer, container);
            else if (stepsOver(container)) stepOver(records, consumer);
            throw inRetry;
        }
    }

    @Override
    public void handleBatch(
            Exception thrown,
            ConsumerRecords<?, ?> data,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        List<ConsumerRecord<?, ?>> records = new ArrayList<>(data.count());
        data.forEach(records::add);
        if (records.isEmpty()) {
            handleOtherException(thrown, consumer, container, true);
            return;
        }
        int failed = failedIndex(thrown, records);
        if (failed < 0) handleWhole(thrown, records, consumer, container);
        else handleFrom(failed, thrown, records, consumer, container);
    }

    /** Without the deserializer that Spring has for it, the consumer stands still at a record that cannot be read. */
    @Override
    public void handleOtherException(
            Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        if (thrown instanceof RecordDeserializationException unreadable) {
            if (isSafe(RawRecords.of(unreadable), unreadable, container, 0))
                consumer.seek(unreadable.topicPartition(), unreadable.offset() + 1);
        } else if (thrown instanceof SerializationException) {
            LOG.error("a record could not be read and the consumer does not say which: {}", type(thrown));
        } else {
            throw new IllegalStateException("the consumer failed, and it was about no record", thrown);
        }
    }

    // Batches

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

    private void handleFrom(
            int failed,
            Exception thrown,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        BatchOffsets.commit(records.subList(0, failed), consumer, container);
        List<ConsumerRecord<?, ?>> rest = records.subList(failed, records.size());
        if (!isSafe(rest.get(0), thrown, container, rest.size() - 1))
            seek(thrown, rest, consumer, container, () -> false);
        BatchOffsets.commit(rest.subList(0, 1), consumer, container);
        // When we return, the container takes the whole batch as done.
        if (rest.size() > 1) seek(thrown, rest.subList(1, rest.size()), consumer, container, () -> false);
    }

    /** Nobody says which record it was: all are tried again, or all are published. */
    private void handleWhole(
            Exception thrown,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        ConsumerRecord<?, ?> first = records.get(0);
        if (!isOver(first, thrown, ListenerFailure.inner(thrown), container, records.size() - 1))
            seek(thrown, records, consumer, container, () -> false);
        List<ConsumerRecord<?, ?>> unsafe = publishing.publishAll(records, thrown, container.getGroupId());
        if (unsafe.isEmpty()) return;
        rest(container, FailureProgress.partition(first), retries.longest());
        BatchOffsets.commit(BatchOffsets.before(unsafe, records), consumer, container);
        seek(thrown, unsafe, consumer, container, () -> false);
    }

    // One record

    /** False when the record has to come again. */
    private boolean isSafe(
            ConsumerRecord<?, ?> record, Exception thrown, MessageListenerContainer container, int behind) {
        Throwable reason = ListenerFailure.reason(record, thrown);
        if (!isOver(record, thrown, reason, container, behind)) return false;
        if (publishing.tryPublish(record, reason, container.getGroupId())) {
            progress.get().forget(FailureProgress.partition(record));
            return true;
        }
        rest(container, FailureProgress.partition(record), retries.longest());
        return false;
    }

    /** Whether it is of no use to try again; else the consumer rests from now on. */
    private boolean isOver(
            ConsumerRecord<?, ?> record,
            Exception thrown,
            Throwable reason,
            MessageListenerContainer container,
            int behind) {
        TopicPartition partition = FailureProgress.partition(record);
        boolean ofCommit = ListenerFailure.isOfCommit(thrown);
        Retryability kind = ofCommit ? Retryability.UNKNOWN : retryability(reason);
        if (kind == Retryability.PERMANENT) return true;
        // What fails while the application goes down may work when it is up again.
        if (!container.isRunning()) return false;
        if (!ofCommit && progress.get().isSuspect(record)) return true;
        RecordTries tries = progress.get().failed(record, clock.instant());
        boolean isTransient = kind == Retryability.TRANSIENT;
        boolean exhausted = tries.failed() > (isTransient ? retries.afterTransient() : retries.afterUnknown());
        if (isTransient && waitsForOutage(tries, exhausted, partition, reason, container, behind)) return false;
        if (exhausted && !ofCommit) return true;
        rest(container, partition, retries.waitAfter(tries.failed()));
        return false;
    }

    private Retryability retryability(Throwable reason) {
        return classifier.classify(ErrorFacts.chain(reason)).retryability();
    }

    private boolean waitsForOutage(
            RecordTries tries,
            boolean exhausted,
            TopicPartition partition,
            Throwable reason,
            MessageListenerContainer container,
            int behind) {
        Outage outage = outages.get(container);
        if (outage == null) return false;
        MessageListenerContainer failing = container.getContainerFor(partition.topic(), partition.partition());
        boolean waits = outage.failed(failing, type(reason))
                || (exhausted && outage.exhausted(tries.since(), behind, type(reason)));
        if (waits) progress.get().forget(partition);
        return waits;
    }

    // Probes that step over a record

    /** Not where the listener itself acknowledges: that must not happen while an earlier record is open. */
    private boolean stepsOver(MessageListenerContainer container) {
        Outage outage = outages.get(container);
        ContainerProperties properties = container.getContainerProperties();
        return outage != null
                && outage.stepsOver()
                && properties.getAckMode() != AckMode.MANUAL
                && properties.getAckMode() != AckMode.MANUAL_IMMEDIATE
                && !properties.isAsyncAcks()
                && !properties.isFixTxOffsets();
    }

    /** The next probe tries the record behind this one, if there is any in the same partition. */
    private boolean stepOver(List<ConsumerRecord<?, ?>> records, Consumer<?, ?> consumer) {
        ConsumerRecord<?, ?> first = records.get(0);
        for (ConsumerRecord<?, ?> next : records.subList(1, records.size())) {
            if (!FailureProgress.partition(next).equals(FailureProgress.partition(first))) continue;
            progress.get().stepOver(first);
            seekTo(next, consumer);
            return true;
        }
        return false;
    }

    /** A record that was tried out of its order came to an end. Permanent errors tell nothing, so the next one is tried. */
    private void stepBackOrOn(
            ConsumerRecord<?, ?> over,
            Exception thrown,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        ConsumerRecord<?, ?> tried = records.get(0);
        TopicPartition partition = FailureProgress.partition(tried);
        Throwable reason = ListenerFailure.reason(tried, thrown);
        boolean works = reason instanceof ProbeSucceeded;
        if (!works && retryability(reason) == Retryability.PERMANENT && stepOver(records, consumer)) return;
        progress.get().stepBack(partition);
        seekTo(over, consumer);
        if (works) progress.get().suspect(over);
        else if (!goesOn(partition, reason, container)) rest(container, partition, retries.waitAfter(1));
    }

    private boolean goesOn(TopicPartition partition, Throwable reason, MessageListenerContainer container) {
        Outage outage = outages.get(container);
        if (outage == null || !outage.isOn()) return false;
        return outage.failed(container.getContainerFor(partition.topic(), partition.partition()), type(reason));
    }

    /** Sees the listener's calls for one container. */
    private final class Watcher implements ListenerWatch {
        private final @Nullable Outage outage;

        Watcher(@Nullable Outage outage) {
            this.outage = outage;
        }

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
            if (progress.get().steppedOver(FailureProgress.partition(record)) != null) throw new ProbeSucceeded();
            publishing.resolved(record);
        }

        @Override
        public void batchSucceeded(Iterable<? extends ConsumerRecord<?, ?>> records) {
            if (outage != null) outage.succeeded();
            records.forEach(publishing::resolved);
        }
    }

    // Seeking and resting

    /** Seeks to the records and throws what the container expects, unless the first is safe. */
    private static void seek(
            Exception thrown,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            java.util.function.BooleanSupplier firstIsSafe) {
        SeekUtils.seekOrRecover(
                thrown,
                records,
                consumer,
                container,
                true,
                (record, exception, same, itself) -> firstIsSafe.getAsBoolean(),
                SEEKS,
                KafkaException.Level.DEBUG);
    }

    private static void seekTo(ConsumerRecord<?, ?> to, Consumer<?, ?> consumer) {
        TopicPartition partition = FailureProgress.partition(to);
        if (consumer.assignment().contains(partition)) consumer.seek(partition, to.offset());
    }

    private void rest(MessageListenerContainer container, TopicPartition partition, Duration wait) {
        if (wait.isZero() || !container.isRunning()) return;
        MessageListenerContainer resting = container.getContainerFor(partition.topic(), partition.partition());
        resting.pause();
        timer.later(wait, () -> wake(resting, container));
    }

    /** Not when the whole container was paused meanwhile. */
    private void wake(MessageListenerContainer resting, MessageListenerContainer container) {
        Outage outage = outages.get(container);
        boolean held = resting == container ? outage != null && outage.isOn() : container.isPauseRequested();
        if (!held) resting.resume();
    }

    private static String type(Throwable thrown) {
        return thrown.getClass().getName();
    }

    /** How an error handler is made. */
    public static final class Builder {
        private final DlqPublisher publisher;
        private List<Rule> rules = List.of();
        private InPlaceRetries retries = InPlaceRetries.defaults();
        private @Nullable OutageOptions outage = OutageOptions.defaults();
        private @Nullable MeterRegistry registry;
        private final List<OutageListener> outageListeners = new ArrayList<>();
        private @Nullable Serializer<Object> keys;
        private @Nullable Serializer<Object> values;
        private InstantSource clock = Clock.systemUTC();

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
