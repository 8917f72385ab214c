package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads records that say nothing about their failure. */
final class BareRecords implements DialectReader {
    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return true;
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {}
}
