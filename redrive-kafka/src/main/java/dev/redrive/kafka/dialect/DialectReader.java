package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads one dialect. */
interface DialectReader {
    /** A quick look: it may be wrong, but only in favour of a record. */
    boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found);

    /** Writes down what the record tells. When it throws, the next dialect is asked. */
    void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account);
}
