package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Sinks of Kafka Connect, when {@code errors.deadletterqueue.context.headers.enable} is on; all values are text. */
final class ConnectHeaders implements DialectReader {
    static final String PREFIX = "__connect.errors.";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.hasPrefix(PREFIX);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account) {
        account.topic(headers.text(PREFIX + "topic"));
        account.at(headers.number(PREFIX + "partition"), headers.number(PREFIX + "offset"));
        account.timestamp(found.timestamp());
        account.type = headers.text(PREFIX + "exception.class.name");
        account.message = headers.text(PREFIX + "exception.message");
        account.stackTrace = headers.text(PREFIX + "exception.stacktrace");
        String connector = headers.text(PREFIX + "connector.name");
        if (connector != null) account.group("connect-" + connector);
        account.note("connector", connector);
        account.note("task", headers.text(PREFIX + "task.id"));
        account.note("stage", headers.text(PREFIX + "stage"));
        account.note("class", headers.text(PREFIX + "class.name"));
    }
}
