package dev.redrive.kafka.publish;

import dev.redrive.classify.Classifier;
import dev.redrive.classify.Rule;
import dev.redrive.kafka.record.ClientSettings;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.DlqTopics;
import dev.redrive.kafka.record.FailedRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes records that could not be processed to their dead letter topic. Once it answered, a record is safe: the broker
 * acknowledged it, or, while the broker does not take it, it is on the local disk and will be sent. When neither took it, the
 * call fails.
 *
 * <p>A record of which the acknowledgement got lost is sent again: the same {@link DlqRecord#id()} may then be on the topic
 * twice. Safe to use from many threads.
 */
public final class DlqPublisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DlqPublisher.class);

    private final RecordMaker maker;
    private final RecordSender sender;
    private final DlqMeters meters;
    private final Duration timeout;
    private final TopicOrders orders = new TopicOrders();
    private final @Nullable JournalResend resend;
    private volatile boolean closed;

    private DlqPublisher(Builder chosen) throws IOException {
        this.maker = new RecordMaker(new Classifier(chosen.rules), chosen.topicOf, chosen.sourceService, chosen.clock);
        this.meters = chosen.meters;
        this.timeout = chosen.timeout;
        DlqJournal journal = chosen.journal == null ? null : new DlqJournal(chosen.journal, chosen.journalBytes);
        this.sender = new RecordSender(
                ClientSettings.producer(chosen.clientSettings, timeout, chosen.maxRecordBytes + Builder.ROOM),
                new DlqTopics(chosen.clientSettings, timeout, chosen.retention),
                chosen.maxRecordBytes,
                meters,
                timeout);
        this.resend = journal == null ? null : new JournalResend(journal, orders, sender, meters, timeout);
    }

    /**
     * Begins with the settings of the Kafka client: the address, TLS, SASL and whatever else. Those on which the promises rest
     * are set by the publisher.
     */
    public static Builder on(Map<String, ?> clientSettings) {
        return new Builder(clientSettings);
    }

    /** Waits until the record is safe. */
    public PublishResult publish(FailedRecord failed) {
        CompletableFuture<PublishResult> result = publishAsync(failed);
        try {
            return result.get(4 * timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DlqPublishFailed("interrupted; whether the record was published is not known", e);
        } catch (TimeoutException e) {
            throw new DlqPublishFailed("no answer in time; whether the record was published is not known", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DlqPublishFailed publishFailed) throw publishFailed;
            throw new DlqPublishFailed("the record was not published", e.getCause());
        }
    }

    /** Fails with {@link DlqPublishFailed} when neither broker nor journal took the record. */
    public CompletableFuture<PublishResult> publishAsync(FailedRecord failed) {
        if (closed) return CompletableFuture.failedFuture(new DlqPublishFailed("the publisher is closed", null));
        OutgoingRecord outgoing = maker.make(failed);
        CompletableFuture<PublishResult> result = new CompletableFuture<>();
        if (resend == null) sender.send(outgoing, failure -> answer(outgoing, failure, result));
        else send(resend, outgoing, result);
        return result;
    }

    private void answer(OutgoingRecord outgoing, @Nullable Exception failure, CompletableFuture<PublishResult> result) {
        if (failure == null) {
            meters.published(outgoing.originalTopic, outgoing.category);
            result.complete(PublishResult.BY_BROKER);
        } else {
            meters.notPublished(outgoing.originalTopic, failure.getClass().getSimpleName());
            fail(outgoing, "and there is no journal", failure, result);
        }
    }

    private void send(JournalResend journal, OutgoingRecord outgoing, CompletableFuture<PublishResult> result) {
        TopicOrder order = orders.of(outgoing.topic);
        long sequence = journal.nextSequence();
        if (!order.enter()) {
            meters.notPublished(outgoing.originalTopic, "Waiting");
            journal.appendOrWait(sequence, outgoing, failure -> inJournal(order, outgoing, null, failure, result));
            return;
        }
        sender.send(outgoing, failure -> {
            if (failure == null) {
                order.leaveDirect();
                answer(outgoing, null, result);
                return;
            }
            order.addFailed();
            meters.notPublished(outgoing.originalTopic, failure.getClass().getSimpleName());
            LOG.debug("{} did not take a record, it goes to the journal: {}", outgoing.topic, failure.toString());
            journal.append(sequence, outgoing, broken -> {
                order.leaveDirect();
                inJournal(order, outgoing, failure, broken, result);
            });
        });
    }

    private static void inJournal(
            TopicOrder order,
            OutgoingRecord outgoing,
            @Nullable Exception why,
            @Nullable IOException broken,
            CompletableFuture<PublishResult> result) {
        if (broken == null) {
            result.complete(PublishResult.IN_JOURNAL);
            return;
        }
        order.leaveWaiting();
        if (why != null) broken.addSuppressed(why);
        fail(outgoing, "and the journal failed: " + broken.getMessage(), broken, result);
    }

    private static void fail(
            OutgoingRecord outgoing, String why, Exception cause, CompletableFuture<PublishResult> result) {
        String message = "a record for " + outgoing.topic + " was not published: the broker did not take it " + why;
        LOG.error("{} ({}); its offset must not be committed", message, cause.toString());
        result.completeExceptionally(new DlqPublishFailed(message, cause));
    }

    /**
     * Says that a record was processed after all, if it had failed before: a {@link DlqRecord} without a payload and with the
     * status {@link DlqStatus#RESOLVED} goes to the dead letter topic's {@code .resolved}. It never waits, and what the
     * broker does not take is given up, because nothing depends on it.
     */
    public void resolved(ConsumerRecord<?, ?> processed, @Nullable String consumerGroup) {
        if (closed || processed.headers().lastHeader(DlqHeaders.IDEMPOTENCY_KEY) == null) return;
        sender.sendLater(maker.resolved(processed, consumerGroup));
    }

    /** How many records are in the journal. */
    public int waiting() {
        return resend == null ? 0 : resend.waiting();
    }

    /** Waits a bounded time for the broker; what it did not take by then is in the journal. */
    @Override
    public void close() {
        if (closed) return;
        closed = true;
        if (resend != null) resend.stopSending();
        sender.close();
        if (resend != null) resend.close();
    }

    /** The settings of a publisher. */
    public static final class Builder {
        /** More than the default of topics; the limit of each topic is requested from the broker. */
        private static final int MAX_RECORD_BYTES = 16 * 1024 * 1024;

        private static final int ROOM = 64 * 1024;

        private final Map<String, ?> clientSettings;
        private @Nullable String sourceService;
        private UnaryOperator<String> topicOf = topic -> topic + ".dlq";
        private @Nullable Path journal;
        private long journalBytes;
        private int maxRecordBytes = MAX_RECORD_BYTES;
        private Duration timeout = Duration.ofSeconds(5);
        private Duration retention = DlqTopics.RETENTION;
        private List<Rule> rules = List.of();
        private DlqMeters meters = DlqMeters.NONE;
        private InstantSource clock = InstantSource.system();

        private Builder(Map<String, ?> clientSettings) {
            this.clientSettings = Map.copyOf(clientSettings);
        }

        /** The name of this application, which each record carries. */
        public Builder sourceService(@Nullable String name) {
            this.sourceService = name;
            return this;
        }

        /** The dead letter topic of a topic. */
        public Builder topicOf(UnaryOperator<String> names) {
            this.topicOf = names;
            return this;
        }

        /** Where records wait while the broker does not take them, and how much of them at the most. */
        public Builder journal(Path file, long maxBytes) {
            if (maxBytes < 1) throw new IllegalArgumentException("the journal needs room, was " + maxBytes + " bytes");
            this.journal = file;
            this.journalBytes = maxBytes;
            return this;
        }

        /**
         * The largest record, where the topic takes as much. One that is too large as JSON is published with its original
         * bytes as value, compressed if need be; only one that is still too large is cut.
         */
        public Builder maxRecordBytes(int bytes) {
            if (bytes < 8192) throw new IllegalArgumentException("maxRecordBytes must be at least 8192, was " + bytes);
            this.maxRecordBytes = bytes;
            return this;
        }

        /** How long the broker may take to acknowledge a record. */
        public Builder timeout(Duration longest) {
            if (longest.compareTo(Duration.ofMillis(100)) < 0 || longest.compareTo(Duration.ofMinutes(10)) > 0)
                throw new IllegalArgumentException("timeout must be between 100 ms and 10 minutes, was " + longest);
            this.timeout = longest;
            return this;
        }

        /** How long a dead letter topic keeps its records that this publisher makes because it is missing. */
        public Builder retention(Duration time) {
            this.retention = DlqTopics.checkedRetention(time);
            return this;
        }

        /** Rules that classify errors, before the built-in ones. */
        public Builder classify(List<Rule> own) {
            this.rules = List.copyOf(own);
            return this;
        }

        /** One that fails is logged once and left alone: counting never stops a record. */
        public Builder meters(DlqMeters counters) {
            this.meters = new SafeMeters(counters);
            return this;
        }

        public Builder clock(InstantSource source) {
            this.clock = source;
            return this;
        }

        /** Fails when the journal cannot be opened. */
        public DlqPublisher build() {
            try {
                return new DlqPublisher(this);
            } catch (IOException e) {
                throw new UncheckedIOException("the publisher cannot start: " + e.getMessage(), e);
            }
        }
    }
}
