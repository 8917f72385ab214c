package dev.redrive.kafka.dialect;

import dev.redrive.capture.StreamRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter record as the store takes it, and who wrote it. */
public record TranslatedRecord(StreamRecord arrival, Dialect dialect) {
    /** Never fails: a record that nobody understands is a letter, too. */
    public static TranslatedRecord of(ConsumerRecord<byte[], byte[]> found) {
        return new RecordTranslator(found).translated();
    }
}
