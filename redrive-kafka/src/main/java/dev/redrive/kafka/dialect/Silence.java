package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record without any sign of who gave up on it. */
final class Silence implements Speaker {
    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        return true;
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, Account account) {}
}
