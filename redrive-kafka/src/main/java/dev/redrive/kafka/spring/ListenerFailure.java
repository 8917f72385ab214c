package dev.redrive.kafka.spring;

import dev.redrive.kafka.record.ErrorInListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.ListenerExecutionFailedException;
import org.springframework.kafka.listener.TimestampedException;

/** Unwraps the exceptions that a container hands to its error handler. */
final class ListenerFailure {
    private static final int DEPTH_LIMIT = 32;

    private ListenerFailure() {}

    /** Why this record failed: it could not be read, or what the listener threw without what Spring put around it. */
    static Throwable reason(ConsumerRecord<?, ?> record, Throwable thrown) {
        Throwable unreadable = RawRecords.unreadable(record);
        return unreadable == null ? inner(thrown) : unreadable;
    }

    static Throwable inner(Throwable thrown) {
        Throwable inner = thrown;
        for (int i = 0; i < DEPTH_LIMIT && isWrapper(inner); i++) {
            Throwable cause = inner.getCause();
            if (cause == null) break;
            inner = cause;
        }
        return inner;
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ListenerExecutionFailedException
                || thrown instanceof TimestampedException
                || thrown instanceof BatchListenerFailedException
                || thrown instanceof ErrorInListener;
    }

    /** The listener's exceptions come wrapped. A bare one of Kafka's is about a commit, which is no record's fault. */
    static boolean isOfCommit(Throwable thrown) {
        return thrown instanceof KafkaException && !(thrown instanceof SerializationException);
    }

    static @Nullable BatchListenerFailedException ofBatch(Throwable thrown) {
        Throwable next = thrown;
        for (int i = 0; i < DEPTH_LIMIT && next != null; i++) {
            if (next instanceof BatchListenerFailedException failed) return failed;
            next = next.getCause();
        }
        return null;
    }
}
