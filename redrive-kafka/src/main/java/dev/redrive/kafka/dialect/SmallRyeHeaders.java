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
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account) {
        account.topic(headers.firstText(TOPIC));
        account.at(HeaderReader.digits(headers.firstText(PARTITION)), HeaderReader.digits(headers.firstText(OFFSET)));
        account.type = headers.firstText(CLASS);
        account.message = headers.firstText(REASON);
        cause(headers.firstText(CAUSE_CLASS), headers.firstText(CAUSE), account);
        account.note("deserialization", headers.text(DESERIALIZATION + "reason"));
        bytesThatWereNotUnderstood(headers, account);
    }

    /** A cause counts as much as it does in a stack trace, and instead of an exception that only wraps it or says nothing. */
    private static void cause(@Nullable String type, @Nullable String message, FailureFields account) {
        if (type == null || type.isBlank()) return;
        String outer = account.type;
        boolean saysNothing = account.message == null || account.message.isBlank();
        if (outer == null || saysNothing || RealCause.isWrapper(outer)) {
            account.note("wrappedIn", outer);
            account.type = type;
            account.message = message;
            return;
        }
        account.note("cause", type);
        account.note("causeMessage", message);
        String said = message == null || message.isBlank() ? "" : ": " + message;
        account.stackTrace = outer + ": " + account.message + "\nCaused by: " + type + said;
    }

    /** What could not be deserialised is null in the record, and its bytes are in a header. */
    private static void bytesThatWereNotUnderstood(HeaderReader headers, FailureFields account) {
        byte[] data = headers.bytes(DESERIALIZATION + "data");
        if (data == null) return;
        if ("true".equals(headers.text(DESERIALIZATION + "key"))) {
            if (account.key == null) account.key = data;
        } else if (account.payload == null) {
            account.payload = data;
        }
    }
}
