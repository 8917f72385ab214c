package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record without any sign of who gave up on it. */
final class BareRecords implements DialectReader {
    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return true;
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account) {}
}
