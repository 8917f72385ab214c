package dev.redrive.kafka.sendback;

import dev.redrive.engine.RejectedByTarget;
import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The one producer of this node for everything that goes back to Kafka. A record counts as sent when all brokers that must
 * have it have said so. Close it after the engine that sends through it.
 */
public final class ReturnProducer implements AutoCloseable {
    private static final int UNPROCESSABLE = 422;
    private static final int UNAVAILABLE = 503;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    /** A producer that waits for its identity from a broker that is away lets no record expire. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Map<String, Object> settings;
    private final Duration timeout;
    private Producer<byte[], byte[]> producer;
    private boolean closed;

    /**
     * @param clientSettings how to reach the brokers, with TLS and SASL, and any other setting of a producer; what
     *     would weaken the acknowledgement of records is overridden
     */
    public ReturnProducer(Map<String, ?> clientSettings) {
        settings = settings(clientSettings);
        timeout = GRACE.plusMillis(
                Long.parseLong(String.valueOf(settings.get(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG))));
        producer = new KafkaProducer<>(settings);
    }

    /** The producer gives up well before the engine's attempt times out; each sender waits for its record. */
    private static Map<String, Object> settings(Map<String, ?> given) {
        Map<String, Object> all = new HashMap<>();
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
        all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
        all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        all.putAll(given);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        return all;
    }

    int partitions(String topic) {
        Producer<byte[], byte[]> current = current();
        try {
            return current.partitionsFor(topic).size();
        } catch (KafkaException | IllegalStateException e) {
            throw translated(e, current, topic);
        }
    }

    /** Returns when the record is safe. */
    RecordMetadata send(ProducerRecord<byte[], byte[]> record) throws InterruptedException {
        Producer<byte[], byte[]> current = current();
        try {
            return current.send(record).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "no answer from the producer within " + timeout.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw translated(cause, current, record.topic());
            throw new KafkaException(e.getCause());
        } catch (KafkaException | IllegalStateException e) {
            throw translated(e, current, record.topic());
        }
    }

    private synchronized Producer<byte[], byte[]> current() {
        if (closed) throw new RejectedByTarget(UNAVAILABLE, null, "this node is about to stop and sends nothing more");
        return producer;
    }

    // Trouble

    /** Most of Kafka's exceptions say by their types whether it helps to try again. This helps out for the others. */
    private RuntimeException translated(RuntimeException thrown, Producer<byte[], byte[]> from, String topic) {
        if (thrown instanceof RetriableException || thrown instanceof InterruptException) return thrown;
        if (thrown instanceof TopicAuthorizationException) return thrown;
        if (isRefusal(thrown)) return rejected(UNPROCESSABLE, topic + " does not take the record", thrown);
        replace(from);
        if (isAboutRights(thrown) || (thrown.getCause() != null && isAboutRights(thrown.getCause()))) return thrown;
        return rejected(UNAVAILABLE, "the producer failed and was replaced", thrown);
    }

    private static boolean isRefusal(Throwable thrown) {
        return thrown instanceof RecordTooLargeException
                || thrown instanceof RecordBatchTooLargeException
                || thrown instanceof InvalidRecordException
                || thrown instanceof InvalidTopicException
                || thrown instanceof PolicyViolationException;
    }

    private static boolean isAboutRights(Throwable thrown) {
        return thrown instanceof AuthorizationException || thrown instanceof AuthenticationException;
    }

    private static RejectedByTarget rejected(int status, String what, Throwable cause) {
        RejectedByTarget rejected = new RejectedByTarget(status, null, what + ": " + cause.getMessage());
        rejected.initCause(cause);
        return rejected;
    }

    /** An idempotent producer that lost its identity or its rights stays broken for ever, also when all is well again. */
    private synchronized void replace(Producer<byte[], byte[]> broken) {
        if (closed || producer != broken) return;
        producer = new KafkaProducer<>(settings);
        DaemonThreads.of("redrive-kafka-broken-producer", () -> broken.close(CLOSE_TIMEOUT))
                .start();
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> last;
        synchronized (this) {
            if (closed) return;
            closed = true;
            last = producer;
        }
        last.close(CLOSE_TIMEOUT);
    }
}
