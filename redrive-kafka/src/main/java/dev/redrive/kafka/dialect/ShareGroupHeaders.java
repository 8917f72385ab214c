package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Brokers that give up on a record of a share group (KIP-1191). They know no exception; all values are text. */
final class ShareGroupHeaders implements DialectReader {
    static final String PREFIX = "__dlq.errors.";
    private static final String TYPE = "GivenUpByShareGroup";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return headers.hasPrefix(PREFIX);
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account) {
        account.topic(headers.text(PREFIX + "topic"));
        account.at(headers.number(PREFIX + "partition"), headers.number(PREFIX + "offset"));
        account.group(headers.text(PREFIX + "group"));
        account.type = TYPE;
        account.message = headers.text(PREFIX + "message");
        account.note("deliveryCount", headers.number(PREFIX + "delivery.count"));
        if (found.key() == null && found.value() == null) {
            account.cut = true;
            account.note("copied", "the group does not copy records; the message is at its original place only");
        }
    }
}
