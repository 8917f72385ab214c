package dev.redrive.kafka.ingest;

import dev.redrive.StreamIntake;
import dev.redrive.capture.StreamRecord;
import dev.redrive.kafka.dialect.Dialect;
import dev.redrive.kafka.dialect.TranslatedRecord;
import dev.redrive.store.streams.ReadRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Records that are stored together, and the ranges of the partitions that they come from. */
final class Batch {
    private record Item(TopicPartition partition, TranslatedRecord translated) {}

    private final List<Item> items = new ArrayList<>();
    private final Map<TopicPartition, ReadRange> ranges = new LinkedHashMap<>();
    private final Map<String, Integer> tooOld = new HashMap<>();
    private long bytes;

    /**
     * A record that was written before this time is too old to be sent back automatically. One that reports no failure is
     * left out; it counts as read all the same.
     */
    void add(ConsumerRecord<byte[], byte[]> found, Instant oldBefore) {
        TranslatedRecord.of(found).ifPresent(translated -> add(found, translated, oldBefore));
    }

    private void add(ConsumerRecord<byte[], byte[]> found, TranslatedRecord translated, Instant oldBefore) {
        TopicPartition partition = new TopicPartition(found.topic(), found.partition());
        boolean isOld = found.timestamp() < oldBefore.toEpochMilli();
        boolean asPlanned = translated.record().handling() == StreamRecord.Handling.AS_PLANNED;
        items.add(new Item(
                partition,
                isOld && asPlanned
                        ? new TranslatedRecord(
                                translated.record().withHandling(StreamRecord.Handling.TOO_OLD), translated.dialect())
                        : translated));
        bytes += size(found);
    }

    /** The partition was read from one offset to another; what was between them is in this batch, or never was there. */
    void read(TopicPartition partition, String stream, long from, long next) {
        ranges.merge(
                partition,
                new ReadRange(stream, partition.partition(), from, next),
                (before, now) -> new ReadRange(before.stream(), before.partition(), before.from(), now.next()));
    }

    /** Drops the records of partitions that were revoked. */
    void drop(Collection<TopicPartition> partitions) {
        items.removeIf(item -> partitions.contains(item.partition()));
        ranges.keySet().removeAll(partitions);
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    boolean isFull(IngestOptions options) {
        return items.size() >= options.batchRecords() || bytes >= options.batchBytes();
    }

    List<StreamRecord> records() {
        return items.stream().map(item -> item.translated().record()).toList();
    }

    /** Counts the new letters that are held back for their age; how they begin is in the order of the records. */
    void countTooOld(List<Optional<StreamIntake.Begin>> begins) {
        for (int i = 0; i < items.size(); i++)
            if (begins.get(i).filter(StreamIntake.Begin::isHeldBack).isPresent())
                tooOld.merge(items.get(i).partition().topic(), 1, Integer::sum);
    }

    /** How many letters of each topic need a manual decision because of their age. */
    Map<String, Integer> tooOld() {
        return tooOld;
    }

    Map<TopicPartition, ReadRange> ranges() {
        return ranges;
    }

    /** The streams that it has something of, by the names of their topics. */
    Map<String, String> streams() {
        Map<String, String> streams = new HashMap<>();
        ranges.forEach((partition, range) -> streams.put(partition.topic(), range.stream()));
        return streams;
    }

    Map<TopicPartition, Long> next() {
        Map<TopicPartition, Long> next = new HashMap<>();
        ranges.forEach((partition, range) -> next.put(partition, range.next()));
        return next;
    }

    Map<String, Map<Dialect, Integer>> counts() {
        Map<String, Map<Dialect, Integer>> counts = new HashMap<>();
        for (Item item : items)
            counts.computeIfAbsent(item.partition().topic(), t -> new EnumMap<>(Dialect.class))
                    .merge(item.translated().dialect(), 1, Integer::sum);
        return counts;
    }

    private static long size(ConsumerRecord<byte[], byte[]> found) {
        long size = (long) Math.max(0, found.serializedKeySize()) + Math.max(0, found.serializedValueSize());
        for (var header : found.headers())
            size += header.key().length() + (header.value() == null ? 0 : header.value().length);
        return size;
    }
}
