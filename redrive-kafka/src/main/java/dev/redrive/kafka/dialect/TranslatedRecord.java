package dev.redrive.kafka.dialect;

import dev.redrive.capture.StreamRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter record as the store takes it, and the dialect in which it was written. */
public record TranslatedRecord(StreamRecord record, Dialect dialect) {
    /** Never fails: a record in no known dialect becomes a letter, too. */
    public static TranslatedRecord of(ConsumerRecord<byte[], byte[]> found) {
        return new RecordTranslator(found).translated();
    }
}
