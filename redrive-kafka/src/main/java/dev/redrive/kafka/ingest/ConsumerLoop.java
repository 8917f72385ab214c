package dev.redrive.kafka.ingest;

import dev.redrive.StreamIntake;
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
 * The poll loop of one consumer. The store alone knows how far each partition was read: whenever anything is in doubt, what was
 * read but not stored is forgotten, and reading goes on where the store says.
 */
final class ConsumerLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLoop.class);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration WHILE_WRITING = Duration.ofMillis(10);
    /** How long the loop may wait for the store before it has to poll again. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    /** A topic that may not be read fails at once; one without an error for so long works. */
    private static final Duration QUIET_TIME = Duration.ofSeconds(2);

    private static final Duration REVOKE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

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

    private final Map<TopicPartition, Cursor> cursors = new HashMap<>();
    private final Set<TopicPartition> withoutCursor = new HashSet<>();
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
        awaitBatch(writing != null && next.isFull(options) ? LONGEST_WAIT : Duration.ZERO);
        seekToStored();
        submitBatch();
        boolean full = writing != null && next.isFull(options);
        if (full) consumer.pause(cursors.keySet());
        ConsumerRecords<byte[], byte[]> found = poll(full ? Duration.ZERO : pollTime());
        if (full) consumer.resume(cursors.keySet());
        add(found);
        submitBatch();
    }

    private Duration pollTime() {
        return writing == null ? IDLE : WHILE_WRITING;
    }

    // Which topics

    private void subscribe() {
        Set<String> wanted = topics.wanted();
        readAgain(ofAnotherTopic(topics.chosen()));
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
        cursors.forEach((partition, cursor) -> {
            Uuid id = ids.get(partition.topic());
            if (id != null && !cursor.stream().equals(FoundTopic.stream(id, partition.topic()))) stale.add(partition);
        });
        return stale;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) consumer.seek(partition, 0);
        consumer.pause(partitions);
        withoutCursor.addAll(partitions);
    }

    /** The next consumer of these partitions should find all that was read in the store, if the store is quick enough. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        awaitBatch(REVOKE_TIMEOUT);
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        next.drop(partitions);
        partitions.forEach(cursors::remove);
        withoutCursor.removeAll(partitions);
        progress.lost(partitions);
    }

    // From where

    private void seekToStored() {
        if (withoutCursor.isEmpty() || System.nanoTime() - notBefore < 0) return;
        try {
            Map<String, Uuid> ids = topics.ids(names(withoutCursor));
            for (String topic : names(withoutCursor)) {
                Uuid id = ids.get(topic);
                if (id != null) seekToStored(topic, FoundTopic.stream(id, topic));
            }
            if (!withoutCursor.isEmpty()) backOff();
        } catch (KafkaException e) {
            progress.brokerFailed(ErrorText.text(e));
            backOff();
        } catch (RuntimeException e) {
            progress.readFailed(e);
            backOff();
        }
    }

    private void seekToStored(String topic, String stream) {
        Set<TopicPartition> mine = new HashSet<>(withoutCursor);
        mine.removeIf(partition -> !partition.topic().equals(topic));
        Map<Integer, Long> known = intake.positions(stream);
        progress.storeAnswers();
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(mine, TIMEOUT);
        Map<TopicPartition, Long> ends = consumer.endOffsets(mine, TIMEOUT);
        for (TopicPartition partition : mine) {
            long begin = begins.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, begin);
            seekToStored(partition, Cursor.at(stream, known.getOrDefault(partition.partition(), begin)), begin, end);
        }
    }

    private void seekToStored(TopicPartition partition, Cursor cursor, long begin, long end) {
        progress.startOffset(partition, cursor.next());
        progress.endOffset(partition, end);
        if (cursor.next() > end) {
            reportBeyondEnd(partition, cursor.next(), end);
            return;
        }
        if (cursor.next() < begin) reportMissing(partition, cursor.next(), begin);
        consumer.seek(partition, Math.max(cursor.next(), begin));
        consumer.resume(Set.of(partition));
        cursors.put(partition, cursor);
        withoutCursor.remove(partition);
    }

    /** New records will get the offsets of the lost ones, and cannot be distinguished from them. */
    private void reportBeyondEnd(TopicPartition partition, long position, long end) {
        String text = "the broker lost records of " + partition + ": the next to read was " + position
                + ", and it ends at " + end + "; reading goes on when it is that long again";
        LOG.error(text);
        progress.setError(partition.topic(), text);
    }

    private void reportMissing(TopicPartition partition, long position, long begin) {
        String text = "up to " + (begin - position) + " records of " + partition
                + " were removed by the broker before they were read: the next to read was " + position
                + ", the first there is " + begin + "; give the topic a longer retention";
        LOG.error(text);
        progress.addMissing(partition.topic(), begin - position);
    }

    private static Set<String> names(Collection<TopicPartition> partitions) {
        Set<String> names = new HashSet<>();
        for (TopicPartition partition : partitions) names.add(partition.topic());
        return names;
    }

    // Reading

    private ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        try {
            if (!subscribed.isEmpty()) return consumer.poll(timeout);
            LockSupport.parkNanos(timeout.toNanos());
        } catch (OffsetOutOfRangeException e) {
            readAgain(e.partitions());
        } catch (TopicAuthorizationException e) {
            for (String topic : e.unauthorizedTopics()) {
                LOG.error("{} may not be read by this user; allow it to READ and DESCRIBE the topic", topic);
                topics.deny(topic);
                progress.setError(topic, ErrorText.text(e));
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
            Cursor cursor = cursors.get(partition);
            if (cursor == null) continue;
            for (ConsumerRecord<byte[], byte[]> each : found.records(partition)) next.add(each, oldBefore);
            read(partition, cursor, Objects.requireNonNull(nexts.get(partition)).offset());
        }
    }

    /** Behind the last record there may be transaction markers, which consumers do not get. */
    private void addGaps() {
        long now = System.nanoTime();
        for (Map.Entry<TopicPartition, Cursor> each : List.copyOf(cursors.entrySet())) {
            Cursor cursor = each.getValue();
            long position = consumer.position(each.getKey(), TIMEOUT);
            if (position > cursor.next()) read(each.getKey(), cursor, position);
            else if (now - cursor.since() > QUIET_TIME.toNanos())
                progress.clearError(each.getKey().topic());
            reportLag(each.getKey(), position);
        }
    }

    private void read(TopicPartition partition, Cursor cursor, long upTo) {
        next.read(partition, cursor.stream(), cursor.next(), upTo);
        cursors.put(partition, cursor.movedTo(upTo));
        progress.clearError(partition.topic());
        reportLag(partition, upTo);
    }

    private void reportLag(TopicPartition partition, long position) {
        OptionalLong lag = consumer.currentLag(partition);
        if (lag.isPresent()) progress.endOffset(partition, position + lag.getAsLong());
    }

    // Writing

    /** The next batch grows while the one before is being stored. */
    private void submitBatch() {
        if (writing != null || next.isEmpty()) return;
        Batch batch = next;
        next = new Batch();
        writing = new Writing(batch, writers.submit(() -> writer.write(batch)));
    }

    /** Waits at most this long for the batch that is being stored, and handles its result. */
    void awaitBatch(Duration timeout) {
        Writing current = writing;
        if (current == null) return;
        try {
            current.done().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
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
        progress.addStored(batch.counts(), batch.tooOld(), batch.next());
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        batch.next().forEach((partition, position) -> {
            if (cursors.containsKey(partition)) offsets.put(partition, new OffsetAndMetadata(position));
        });
        if (!offsets.isEmpty()) consumer.commitAsync(offsets, (committed, ignored) -> {});
    }

    private void notStored(Throwable why) {
        readAgain(List.copyOf(cursors.keySet()));
        if (why instanceof PositionConflict || why instanceof TopicReplaced) {
            LOG.info("{}; reading goes on where the store says", why.getMessage());
        } else if (why instanceof KafkaException) {
            progress.brokerFailed(ErrorText.text(why));
            backOff();
        } else {
            progress.writeFailed(why);
            backOff();
        }
    }

    private void backOff() {
        notBefore = System.nanoTime() + options.backOff().toNanos();
    }

    /** Drops what was read of these and is not in the store yet, and reads it again. */
    private void readAgain(Collection<TopicPartition> partitions) {
        List<TopicPartition> mine = new ArrayList<>(partitions);
        mine.retainAll(cursors.keySet());
        next.drop(mine);
        mine.forEach(cursors::remove);
        withoutCursor.addAll(mine);
        consumer.pause(mine);
    }
}
