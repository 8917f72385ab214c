package dev.redrive.kafka.ingest;

import dev.redrive.capture.StreamRecord;
import dev.redrive.kafka.dialect.Dialect;
import dev.redrive.kafka.dialect.TranslatedRecord;
import dev.redrive.letter.LetterStatus;
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

/** Records that go to the store together, and the stretches of the partitions that they come from. */
final class Batch {
    private record Item(TopicPartition partition, TranslatedRecord translated) {}

    private final List<Item> items = new ArrayList<>();
    private final Map<TopicPartition, ReadRange> stretches = new LinkedHashMap<>();
    private final Map<String, Integer> tooOld = new HashMap<>();
    private long bytes;

    /** What was written before this time is too old to be sent back without a person. */
    void add(ConsumerRecord<byte[], byte[]> found, Instant oldBefore) {
        TopicPartition partition = new TopicPartition(found.topic(), found.partition());
        TranslatedRecord translated = TranslatedRecord.of(found);
        boolean isOld = found.timestamp() < oldBefore.toEpochMilli();
        boolean asPlanned = translated.arrival().way() == StreamRecord.Way.AS_PLANNED;
        items.add(new Item(
                partition,
                isOld && asPlanned
                        ? new TranslatedRecord(translated.arrival().on(StreamRecord.Way.TOO_OLD), translated.dialect())
                        : translated));
        bytes += size(found);
    }

    /** The partition was read from one offset to another; what was between them is in this batch, or never was there. */
    void read(TopicPartition partition, String stream, long from, long next) {
        stretches.merge(
                partition,
                new ReadRange(stream, partition.partition(), from, next),
                (before, now) -> new ReadRange(before.stream(), before.partition(), before.from(), now.next()));
    }

    /** The partitions belong to somebody else now. */
    void drop(Collection<TopicPartition> partitions) {
        items.removeIf(item -> partitions.contains(item.partition()));
        stretches.keySet().removeAll(partitions);
    }

    boolean isEmpty() {
        return stretches.isEmpty();
    }

    boolean isFull(IngestOptions options) {
        return items.size() >= options.batchRecords() || bytes >= options.batchBytes();
    }

    List<StreamRecord> arrivals() {
        return items.stream().map(item -> item.translated().arrival()).toList();
    }

    /** The status with which the letter of each record began, in their order, as far as it is a new one. */
    void began(List<Optional<LetterStatus>> begins) {
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            if (item.translated().arrival().way() == StreamRecord.Way.TOO_OLD
                    && begins.get(i).equals(Optional.of(LetterStatus.MANUAL)))
                tooOld.merge(item.partition().topic(), 1, Integer::sum);
        }
    }

    /** How many letters of each topic wait for a person because of their age. */
    Map<String, Integer> tooOld() {
        return tooOld;
    }

    Map<TopicPartition, ReadRange> stretches() {
        return stretches;
    }

    /** The streams that it has something of, by the names of their topics. */
    Map<String, String> streams() {
        Map<String, String> streams = new HashMap<>();
        stretches.forEach((partition, stretch) -> streams.put(partition.topic(), stretch.stream()));
        return streams;
    }

    Map<TopicPartition, Long> next() {
        Map<TopicPartition, Long> next = new HashMap<>();
        stretches.forEach((partition, stretch) -> next.put(partition, stretch.next()));
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
