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
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        fields.topic(headers.text(PREFIX + "topic"));
        fields.at(headers.number(PREFIX + "partition"), headers.number(PREFIX + "offset"));
        fields.timestamp(found.timestamp());
        fields.type = headers.text(PREFIX + "exception.class.name");
        fields.message = headers.text(PREFIX + "exception.message");
        fields.stackTrace = headers.text(PREFIX + "exception.stacktrace");
        String connector = headers.text(PREFIX + "connector.name");
        if (connector != null) fields.group("connect-" + connector);
        fields.note("connector", connector);
        fields.note("task", headers.text(PREFIX + "task.id"));
        fields.note("stage", headers.text(PREFIX + "stage"));
        fields.note("class", headers.text(PREFIX + "class.name"));
    }
}
