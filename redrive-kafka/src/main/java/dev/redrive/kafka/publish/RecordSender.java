package dev.redrive.kafka.publish;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.kafka.record.DlqTopics;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends records to the broker, each in the fullest form that its topic takes. */
final class RecordSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordSender.class);
    private static final int MAX_DEFERRED = 1000;

    private final Producer<byte[], byte[]> producer;
    private final DlqTopics topics;
    private final int maxRecordBytes;
    private final DlqMeters meters;
    private final Duration timeout;
    private final AnswerDeadlines deadlines;
    private final Semaphore deferred = new Semaphore(MAX_DEFERRED);

    /** A second try cannot be made where the first one ended: that is the producer's own thread, and it must not wait. */
    private final ExecutorService retryThread =
            Executors.newSingleThreadExecutor(DaemonThreads.named("redrive-dlq-again"));

    RecordSender(
            Map<String, Object> settings, DlqTopics topics, int maxRecordBytes, DlqMeters meters, Duration timeout) {
        this.producer = new KafkaProducer<>(settings);
        this.topics = topics;
        this.maxRecordBytes = maxRecordBytes;
        this.meters = meters;
        this.timeout = timeout;
        this.deadlines = new AnswerDeadlines(timeout);
    }

    /** The callback of a send; the exception is null when the broker acknowledged the record. */
    interface Outcome {
        void sent(@Nullable Exception failure);
    }

    void send(OutgoingRecord outgoing, Outcome outcome) {
        try {
            int limit = Math.min(maxRecordBytes, topics.limit(outgoing.topic, outgoing.originalTopic));
            sendAsItIs(outgoing.fitting(limit), outcome);
        } catch (RuntimeException e) {
            outcome.sent(e);
        }
    }

    /** Does not wait, and gives up what fails. */
    void sendLater(OutgoingRecord outgoing) {
        if (!deferred.tryAcquire()) return;
        try {
            retryThread.execute(() -> send(outgoing, failure -> {
                deferred.release();
                if (failure != null) LOG.debug("{} did not take a record: {}", outgoing.topic, failure.toString());
            }));
        } catch (RejectedExecutionException closing) {
            deferred.release();
        }
    }

    private void sendAsItIs(OutgoingRecord outgoing, Outcome outcome) {
        AnswerDeadlines.PendingSend sent = new AnswerDeadlines.PendingSend(outcome);
        try {
            var unused = producer.send(outgoing.record(), (metadata, failure) -> {
                if (failure instanceof RecordTooLargeException) retrySmaller(outgoing, failure, sent);
                else answer(outgoing, failure, sent);
            });
        } catch (RuntimeException e) {
            answer(outgoing, e, sent);
        }
        deadlines.watch(sent);
    }

    private void answer(OutgoingRecord outgoing, @Nullable Exception failure, AnswerDeadlines.PendingSend sent) {
        if (failure instanceof UnknownTopicOrPartitionException || failure instanceof TimeoutException)
            topics.forget(outgoing.topic);
        if (failure == null && outgoing.cut) cut(outgoing);
        sent.answer(failure);
    }

    private void cut(OutgoingRecord outgoing) {
        LOG.warn(
                "a record for {} was too large for it and is published with its payload cut; raise max.message.bytes of"
                        + " the topic",
                outgoing.topic);
        meters.payloadCut(outgoing.originalTopic);
    }

    private void retrySmaller(OutgoingRecord outgoing, Exception failure, AnswerDeadlines.PendingSend sent) {
        Outcome outcome = sent.take();
        if (outcome == null) return;
        try {
            retryThread.execute(() -> sendSmaller(outgoing, failure, outcome));
        } catch (RejectedExecutionException closing) {
            outcome.sent(failure);
        }
    }

    private void sendSmaller(OutgoingRecord outgoing, Exception failure, Outcome outcome) {
        Optional<OutgoingRecord> smaller = outgoing.smaller();
        if (smaller.isEmpty()) outcome.sent(failure);
        else sendAsItIs(smaller.get(), outcome);
    }

    /** What is not acknowledged in time fails. */
    @Override
    public void close() {
        retryThread.shutdown();
        producer.close(timeout);
        deadlines.close();
    }
}
