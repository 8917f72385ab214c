package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * SmallRye Reactive Messaging, as in Quarkus; all values are text. It puts the headers of the message behind its own, so
 * the first of a name is the newest.
 */
final class SmallRyeHeaders implements Speaker {
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
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, Account account) {
        account.topic(headers.firstText(TOPIC));
        account.at(HeaderReader.digits(headers.firstText(PARTITION)), HeaderReader.digits(headers.firstText(OFFSET)));
        account.type = headers.firstText(CLASS);
        account.message = headers.firstText(REASON);
        account.note("cause", headers.firstText(CAUSE_CLASS));
        account.note("causeMessage", headers.firstText(CAUSE));
        account.note("deserialization", headers.text(DESERIALIZATION + "reason"));
        bytesThatWereNotUnderstood(headers, account);
    }

    /** What could not be deserialised is null in the record, and its bytes are in a header. */
    private static void bytesThatWereNotUnderstood(HeaderReader headers, Account account) {
        byte[] data = headers.bytes(DESERIALIZATION + "data");
        if (data == null) return;
        if ("true".equals(headers.text(DESERIALIZATION + "key"))) {
            if (account.key == null) account.key = data;
        } else if (account.payload == null) {
            account.payload = data;
        }
    }
}
