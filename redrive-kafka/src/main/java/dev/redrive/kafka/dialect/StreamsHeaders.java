package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The exception handlers of Kafka Streams (KIP-1034); all values are text. */
final class StreamsHeaders implements DialectReader {
    static final String PREFIX = "__streams.errors.";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.hasPrefix(PREFIX);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        fields.topic(headers.text(PREFIX + "topic"));
        fields.at(headers.number(PREFIX + "partition"), headers.number(PREFIX + "offset"));
        fields.timestamp(found.timestamp());
        fields.type = type(headers.text(PREFIX + "exception"));
        fields.message = headers.text(PREFIX + "message");
        fields.stackTrace = headers.text(PREFIX + "stacktrace");
    }

    /** The header holds the exception's {@code toString()}: its class, and often its message after a colon. */
    private static @Nullable String type(@Nullable String exception) {
        if (exception == null) return null;
        int colon = exception.indexOf(": ");
        return colon < 0 ? exception : exception.substring(0, colon);
    }
}
