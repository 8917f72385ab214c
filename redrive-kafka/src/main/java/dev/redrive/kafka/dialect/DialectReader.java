package dev.redrive.kafka.dialect;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A reader of one dialect. */
interface DialectReader {
    /** A quick check, which may accept a record of another dialect but never refuses one of its own. */
    boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found);

    /** Fills the fields that the record has. When it throws, the next dialect is tried. */
    void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields);
}
