package dev.redrive.kafka.dialect;

import dev.redrive.intake.Arrival;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter record as the store takes it, and who wrote it. */
public record Translated(Arrival arrival, Dialect dialect) {
    /** Never fails: a record that nobody understands is a letter, too. */
    public static Translated of(ConsumerRecord<byte[], byte[]> found) {
        return new Translation(found).translated();
    }
}
