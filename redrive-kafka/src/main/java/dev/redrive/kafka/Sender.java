package dev.redrive.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends records to the broker, and those that are too large for it with less in them. */
final class Sender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    private final Producer<byte[], byte[]> producer;
    private final Duration timeout;
    private final Deadlines deadlines;

    /** A second try cannot be made where the first one ended: that is the producer's own thread, and it must not wait. */
    private final ExecutorService again = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "redrive-dlq-again");
        thread.setDaemon(true);
        return thread;
    });

    Sender(Map<String, Object> settings, Duration timeout) {
        this.producer = new KafkaProducer<>(settings);
        this.timeout = timeout;
        this.deadlines = new Deadlines(timeout);
    }

    /** Hears what became of a record; the exception is null when the broker acknowledged it. */
    interface Outcome {
        void sent(@Nullable Exception failure);
    }

    void send(Outgoing outgoing, Outcome outcome) {
        Deadlines.Sent sent = new Deadlines.Sent(outcome);
        try {
            var unused = producer.send(outgoing.record(), (metadata, failure) -> {
                if (failure instanceof RecordTooLargeException) tryAgain(outgoing, failure, sent);
                else sent.answer(failure);
            });
        } catch (RuntimeException e) {
            sent.answer(e);
        }
        deadlines.watch(sent);
    }

    private void tryAgain(Outgoing outgoing, Exception failure, Deadlines.Sent sent) {
        Outcome outcome = sent.take();
        if (outcome == null) return;
        try {
            again.execute(() -> sendSmaller(outgoing, failure, outcome));
        } catch (RejectedExecutionException closing) {
            outcome.sent(failure);
        }
    }

    private void sendSmaller(Outgoing outgoing, Exception failure, Outcome outcome) {
        Optional<Outgoing> smaller = outgoing.smaller();
        if (smaller.isEmpty()) {
            outcome.sent(failure);
            return;
        }
        LOG.warn("a record for {} is too large and is published with its payload cut", outgoing.topic);
        send(smaller.get(), outcome);
    }

    /** What is not acknowledged in time fails. */
    @Override
    public void close() {
        again.shutdown();
        producer.close(timeout);
        deadlines.close();
    }
}
