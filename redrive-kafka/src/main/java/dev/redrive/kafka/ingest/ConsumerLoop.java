package dev.redrive.kafka.ingest;

import dev.redrive.capture.StreamIntake;
import dev.redrive.store.PositionConflict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one consumer. The store alone knows how far each partition was read: whenever anything is in doubt, what was
 * read but not stored is forgotten, and reading goes on where the store says.
 */
final class ConsumerLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLoop.class);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration WHILE_WRITING = Duration.ofMillis(10);
    /** How long the loop may rest before the group wants to hear of it. */
    private static final Duration REST = Duration.ofMillis(500);

    /** A topic that may not be read says so at once; one that was silent for so long has nothing to say. */
    private static final Duration UNDISTURBED = Duration.ofSeconds(2);

    private static final Duration HAND_OVER = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How far a partition is read, and since when. */
    private record Cursor(String stream, long next, long since) {
        static Cursor at(String stream, long next) {
            return new Cursor(stream, next, System.nanoTime());
        }

        Cursor movedTo(long position) {
            return new Cursor(stream, position, since);
        }
    }

    private record Writing(Batch batch, Future<?> done) {}

    private final Consumer<byte[], byte[]> consumer;
    private final StreamIntake intake;
    private final BatchWriter writer;
    private final IngestOptions options;
    private final TopicsToRead topics;
    private final IngestProgress progress;
    private final ExecutorService writers;

    private final Map<TopicPartition, Cursor> placed = new HashMap<>();
    private final Set<TopicPartition> unplaced = new HashSet<>();
    private Set<String> subscribed = Set.of();
    private Batch next = new Batch();
    private @Nullable Writing writing;
    private long notBefore = System.nanoTime();

    ConsumerLoop(
            Consumer<byte[], byte[]> consumer,
            StreamIntake intake,
            BatchWriter writer,
            IngestOptions options,
            TopicsToRead topics,
            IngestProgress progress,
            ExecutorService writers) {
        this.consumer = consumer;
        this.intake = intake;
        this.writer = writer;
        this.options = options;
        this.topics = topics;
        this.progress = progress;
        this.writers = writers;
    }

    void step() {
        subscribe();
        settle(writing != null && next.isFull(options) ? REST : Duration.ZERO);
        place();
        handOver();
        boolean full = writing != null && next.isFull(options);
        if (full) consumer.pause(placed.keySet());
        ConsumerRecords<byte[], byte[]> found = poll(full ? Duration.ZERO : pollTime());
        if (full) consumer.resume(placed.keySet());
        add(found);
        handOver();
    }

    private Duration pollTime() {
        return writing == null ? IDLE : WHILE_WRITING;
    }

    // Which topics

    private void subscribe() {
        Set<String> wanted = topics.wanted();
        forget(ofAnotherTopic(topics.chosen()));
        if (wanted.equals(subscribed)) return;
        subscribed = wanted;
        if (wanted.isEmpty()) {
            consumer.unsubscribe();
        } else {
            consumer.subscribe(wanted, this);
        }
    }

    /** A topic that was deleted and made anew has another id. */
    private Set<TopicPartition> ofAnotherTopic(Map<String, Uuid> ids) {
        Set<TopicPartition> stale = new HashSet<>();
        placed.forEach((partition, cursor) -> {
            Uuid id = ids.get(partition.topic());
            if (id != null && !cursor.stream().equals(FoundTopic.stream(id, partition.topic()))) stale.add(partition);
        });
        return stale;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) consumer.seek(partition, 0);
        consumer.pause(partitions);
        unplaced.addAll(partitions);
    }

    /** Whoever reads on should find all that we have read in the store, if the store is quick enough. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        settle(HAND_OVER);
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        next.drop(partitions);
        partitions.forEach(placed::remove);
        unplaced.removeAll(partitions);
        progress.lost(partitions);
    }

    // From where

    private void place() {
        if (unplaced.isEmpty() || System.nanoTime() - notBefore < 0) return;
        try {
            Map<String, Uuid> ids = topics.ids(names(unplaced));
            for (String topic : names(unplaced)) {
                Uuid id = ids.get(topic);
                if (id != null) place(topic, FoundTopic.stream(id, topic));
            }
            if (!unplaced.isEmpty()) rest();
        } catch (KafkaException e) {
            progress.brokerAway(ErrorText.text(e));
            rest();
        } catch (RuntimeException e) {
            storeFailed(e);
        }
    }

    private void place(String topic, String stream) {
        Set<TopicPartition> mine = new HashSet<>(unplaced);
        mine.removeIf(partition -> !partition.topic().equals(topic));
        Map<Integer, Long> known = intake.positions(stream);
        progress.storeAnswers();
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(mine, PATIENCE);
        Map<TopicPartition, Long> ends = consumer.endOffsets(mine, PATIENCE);
        for (TopicPartition partition : mine) {
            long begin = begins.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, begin);
            place(partition, Cursor.at(stream, known.getOrDefault(partition.partition(), begin)), begin, end);
        }
    }

    private void place(TopicPartition partition, Cursor cursor, long begin, long end) {
        progress.placed(partition, cursor.next());
        progress.ended(partition, end);
        if (cursor.next() > end) {
            tellBeyond(partition, cursor.next(), end);
            return;
        }
        if (cursor.next() < begin) tellMissing(partition, cursor.next(), begin);
        consumer.seek(partition, Math.max(cursor.next(), begin));
        consumer.resume(Set.of(partition));
        placed.put(partition, cursor);
        unplaced.remove(partition);
    }

    /** New records will come where the old ones were; those that come there first cannot be told from the old ones. */
    private void tellBeyond(TopicPartition partition, long position, long end) {
        String text = "the broker lost records of " + partition + ": the next to read was " + position
                + ", and it ends at " + end + "; reading goes on when it is that long again";
        LOG.error(text);
        progress.wrong(partition.topic(), text);
    }

    private void tellMissing(TopicPartition partition, long position, long begin) {
        String text = "up to " + (begin - position) + " records of " + partition
                + " were removed by the broker before they were read: the next to read was " + position
                + ", the first there is " + begin + "; give the topic a longer retention";
        LOG.error(text);
        progress.missing(partition.topic(), begin - position);
    }

    private static Set<String> names(Collection<TopicPartition> partitions) {
        Set<String> names = new HashSet<>();
        for (TopicPartition partition : partitions) names.add(partition.topic());
        return names;
    }

    // Reading

    private ConsumerRecords<byte[], byte[]> poll(Duration patience) {
        try {
            if (!subscribed.isEmpty()) return consumer.poll(patience);
            LockSupport.parkNanos(patience.toNanos());
        } catch (OffsetOutOfRangeException e) {
            forget(e.partitions());
        } catch (TopicAuthorizationException e) {
            for (String topic : e.unauthorizedTopics()) {
                LOG.error("{} may not be read by this user; allow it to READ and DESCRIBE the topic", topic);
                topics.deny(topic);
                progress.wrong(topic, ErrorText.text(e));
            }
        }
        return ConsumerRecords.empty();
    }

    private void add(ConsumerRecords<byte[], byte[]> found) {
        if (found.isEmpty()) {
            addGaps();
            return;
        }
        Instant oldBefore = progress.now().minus(options.automaticWithin());
        Map<TopicPartition, OffsetAndMetadata> nexts = found.nextOffsets();
        for (TopicPartition partition : found.partitions()) {
            Cursor cursor = placed.get(partition);
            if (cursor == null) continue;
            for (ConsumerRecord<byte[], byte[]> each : found.records(partition)) next.add(each, oldBefore);
            read(partition, cursor, Objects.requireNonNull(nexts.get(partition)).offset());
        }
    }

    /** Behind the last record there may be marks of transactions, which no reader ever sees. */
    private void addGaps() {
        long now = System.nanoTime();
        for (Map.Entry<TopicPartition, Cursor> each : List.copyOf(placed.entrySet())) {
            Cursor cursor = each.getValue();
            long position = consumer.position(each.getKey(), PATIENCE);
            if (position > cursor.next()) read(each.getKey(), cursor, position);
            else if (now - cursor.since() > UNDISTURBED.toNanos())
                progress.well(each.getKey().topic());
            tellLag(each.getKey(), position);
        }
    }

    private void read(TopicPartition partition, Cursor cursor, long upTo) {
        next.read(partition, cursor.stream(), cursor.next(), upTo);
        placed.put(partition, cursor.movedTo(upTo));
        progress.well(partition.topic());
        tellLag(partition, upTo);
    }

    private void tellLag(TopicPartition partition, long position) {
        OptionalLong lag = consumer.currentLag(partition);
        if (lag.isPresent()) progress.ended(partition, position + lag.getAsLong());
    }

    // Writing

    /** The next batch grows as long as the one before is being stored. */
    private void handOver() {
        if (writing != null || next.isEmpty()) return;
        Batch batch = next;
        next = new Batch();
        writing = new Writing(batch, writers.submit(() -> writer.write(batch)));
    }

    /** Looks what became of the batch that was handed over, waiting at the most so long. */
    void settle(Duration patience) {
        Writing current = writing;
        if (current == null) return;
        try {
            current.done().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            writing = null;
            stored(current.batch());
        } catch (TimeoutException e) {
            return;
        } catch (ExecutionException e) {
            writing = null;
            notStored(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stored(Batch batch) {
        progress.taken(batch.counts(), batch.tooOld(), batch.next());
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        batch.next().forEach((partition, position) -> {
            if (placed.containsKey(partition)) offsets.put(partition, new OffsetAndMetadata(position));
        });
        if (!offsets.isEmpty()) consumer.commitAsync(offsets, (committed, ignored) -> {});
    }

    private void notStored(Throwable why) {
        forget(List.copyOf(placed.keySet()));
        if (why instanceof PositionConflict || why instanceof TopicReplaced) {
            LOG.info("{}; reading goes on where the store says", why.getMessage());
        } else if (why instanceof KafkaException) {
            progress.brokerAway(ErrorText.text(why));
            rest();
        } else {
            storeFailed(why);
        }
    }

    private void storeFailed(Throwable why) {
        LOG.warn("the store takes no letters from Kafka; they wait on the broker: {}", ErrorText.text(why));
        progress.storeAway(ErrorText.text(why));
        rest();
    }

    private void rest() {
        notBefore = System.nanoTime() + options.backOff().toNanos();
    }

    /** What was read of these and is not in the store yet is read again. */
    private void forget(Collection<TopicPartition> partitions) {
        List<TopicPartition> mine = new ArrayList<>(partitions);
        mine.retainAll(placed.keySet());
        next.drop(mine);
        mine.forEach(placed::remove);
        unplaced.addAll(mine);
        consumer.pause(mine);
    }
}
