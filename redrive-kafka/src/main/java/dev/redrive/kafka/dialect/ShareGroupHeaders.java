package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads records that brokers moved from share groups (KIP-1191). They hold no exception; all values are text. */
final class ShareGroupHeaders implements DialectReader {
    static final String PREFIX = "__dlq.errors.";
    private static final String TYPE = "GivenUpByShareGroup";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.hasPrefix(PREFIX);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        fields.topic(headers.text(PREFIX + "topic"));
        fields.at(headers.number(PREFIX + "partition"), headers.number(PREFIX + "offset"));
        fields.group(headers.text(PREFIX + "group"));
        fields.type = TYPE;
        fields.message = headers.text(PREFIX + "message");
        fields.note("deliveryCount", headers.number(PREFIX + "delivery.count"));
        if (found.key() == null && found.value() == null) {
            fields.cut = true;
            fields.note("copied", "the group does not copy records; the message is at its original place only");
        }
    }
}
