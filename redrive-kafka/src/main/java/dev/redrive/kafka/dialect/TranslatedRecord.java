package dev.redrive.kafka.dialect;

import dev.redrive.capture.StreamRecord;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter record as the store takes it, and the dialect in which it was written. */
public record TranslatedRecord(StreamRecord record, Dialect dialect) {
    /**
     * Never fails: a record in no known dialect becomes a letter, too. Empty for a report that a record is closed: nothing is
     * wrong with it, and where it has no payload, it would delete its key on a compacted topic if it were sent back.
     */
    public static Optional<TranslatedRecord> of(ConsumerRecord<byte[], byte[]> found) {
        return new RecordTranslator(found).translated();
    }
}
