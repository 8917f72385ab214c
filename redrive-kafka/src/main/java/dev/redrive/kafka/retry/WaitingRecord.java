package dev.redrive.kafka.retry;

import dev.redrive.kafka.publish.OutgoingRecord;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.Parked;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A record that waits until it is due, or until it is tried again. */
final class WaitingRecord {
    final ConsumerRecord<byte[], byte[]> dead;
    final @Nullable DlqRecord record;
    final CommitPoint commitPoint;
    Instant due;
    Parked.@Nullable Reason park;

    @Nullable
    OutgoingRecord parked;

    WaitingRecord(
            ConsumerRecord<byte[], byte[]> dead, @Nullable DlqRecord record, CommitPoint commitPoint, Instant due) {
        this.dead = dead;
        this.record = record;
        this.commitPoint = commitPoint;
        this.due = due;
    }

    long bytes() {
        long read = record == null || record.payload() == null
                ? 0
                : record.payload().length();
        return 512L + Math.max(0, dead.serializedKeySize()) + Math.max(0, dead.serializedValueSize()) + 2 * read;
    }
}
