package dev.redrive.kafka.dialect;

import dev.redrive.kafka.record.RealCause;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * SmallRye Reactive Messaging, as in Quarkus; all values are text. It puts the headers of the message behind its own, so
 * the first of a name is the newest.
 */
final class SmallRyeHeaders implements DialectReader {
    static final String REASON = "dead-letter-reason";
    static final String CLASS = "dead-letter-exception-class-name";
    static final String CAUSE = "dead-letter-cause";
    static final String CAUSE_CLASS = "dead-letter-cause-class-name";
    static final String TOPIC = "dead-letter-topic";
    static final String PARTITION = "dead-letter-partition";
    static final String OFFSET = "dead-letter-offset";
    static final String DESERIALIZATION = "deserialization-failure-";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.has(REASON) || headers.has(CLASS) || headers.has(TOPIC);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        fields.topic(headers.firstText(TOPIC));
        fields.at(HeaderReader.digits(headers.firstText(PARTITION)), HeaderReader.digits(headers.firstText(OFFSET)));
        fields.type = headers.firstText(CLASS);
        fields.message = headers.firstText(REASON);
        cause(headers.firstText(CAUSE_CLASS), headers.firstText(CAUSE), fields);
        fields.note("deserialization", headers.text(DESERIALIZATION + "reason"));
        undeserializedBytes(headers, fields);
    }

    /** A cause counts as much as it does in a stack trace, and instead of an exception that only wraps it or says nothing. */
    private static void cause(@Nullable String type, @Nullable String message, FailureFields fields) {
        if (type == null || type.isBlank()) return;
        String outer = fields.type;
        boolean saysNothing = fields.message == null || fields.message.isBlank();
        if (outer == null || saysNothing || RealCause.isWrapper(outer)) {
            fields.note("wrappedIn", outer);
            fields.type = type;
            fields.message = message;
            return;
        }
        fields.note("cause", type);
        fields.note("causeMessage", message);
        String said = message == null || message.isBlank() ? "" : ": " + message;
        fields.stackTrace = outer + ": " + fields.message + "\nCaused by: " + type + said;
    }

    /** What could not be deserialised is null in the record, and its bytes are in a header. */
    private static void undeserializedBytes(HeaderReader headers, FailureFields fields) {
        byte[] data = headers.bytes(DESERIALIZATION + "data");
        if (data == null) return;
        if ("true".equals(headers.text(DESERIALIZATION + "key"))) {
            if (fields.key == null) fields.key = data;
        } else if (fields.payload == null) {
            fields.payload = data;
        }
    }
}
