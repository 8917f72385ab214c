package dev.redrive.kafka.ingest;

import dev.redrive.internal.text.OutageLog;
import dev.redrive.kafka.dialect.Dialect;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the status of reading, by topic. Safe for many threads. */
final class IngestProgress {
    private static final Logger LOG = LoggerFactory.getLogger(IngestProgress.class);

    private static final class Topic {
        private final Map<String, Long> dialects = new HashMap<>();
        private final RecordRate rate = new RecordRate();
        private long storedRecords;
        private long missingRecords;
        private long tooOld;
        private @Nullable String error;
        private @Nullable Instant errorAt;
    }

    private final InstantSource clock;
    private final Map<String, Topic> topics = new TreeMap<>();
    /** The partitions of this node, and up to where they are in the store. */
    private final Map<TopicPartition, Long> stored = new HashMap<>();

    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private List<FoundTopic> found = List.of();
    private @Nullable String brokerError = "they have not answered yet";
    private final OutageLog store =
            new OutageLog(LOG, "write letters from Kafka to the store (they wait on the broker)");
    private @Nullable String storeError;
    /** A store that answers and takes nothing is still failing. */
    private boolean writesFail;

    private @Nullable Instant lastErrorAt;
    private @Nullable Instant topicsKnownAt;

    IngestProgress(InstantSource clock) {
        this.clock = clock;
    }

    synchronized void discovered(Discovery.DiscoveredTopics discovered) {
        brokerError = null;
        topicsKnownAt = clock.instant();
        found = discovered.topics();
        TreeSet<String> chosen = new TreeSet<>(discovered.errors().keySet());
        for (FoundTopic topic : found) {
            if (!topic.chosen()) continue;
            chosen.add(topic.name());
            topic(topic.name());
            topic.ends().forEach((partition, end) -> endOffset(new TopicPartition(topic.name(), partition), end));
        }
        topics.keySet().retainAll(chosen);
        stored.keySet().removeIf(partition -> !chosen.contains(partition.topic()));
        ends.keySet().removeIf(partition -> !chosen.contains(partition.topic()));
        discovered.errors().forEach(this::setError);
    }

    synchronized void brokerFailed(String error) {
        brokerError = error;
        lastErrorAt = clock.instant();
    }

    synchronized void readFailed(Throwable why) {
        writesFail = false;
        storeFailed(why);
    }

    synchronized void writeFailed(Throwable why) {
        writesFail = true;
        storeFailed(why);
    }

    private void storeFailed(Throwable why) {
        store.failed(why);
        storeError = ErrorText.text(why);
        lastErrorAt = clock.instant();
    }

    /** The store answered; whether it takes letters again is known with the next batch. */
    synchronized void storeAnswers() {
        storeError = null;
        if (!writesFail) store.worked();
    }

    synchronized void setError(String name, String error) {
        Topic topic = topic(name);
        topic.error = error;
        topic.errorAt = clock.instant();
        lastErrorAt = topic.errorAt;
    }

    synchronized void addMissing(String name, long count) {
        Topic topic = topic(name);
        topic.missingRecords += count;
        topic.errorAt = clock.instant();
        lastErrorAt = topic.errorAt;
    }

    synchronized void startOffset(TopicPartition partition, long position) {
        stored.put(partition, position);
    }

    synchronized void clearError(String name) {
        topic(name).error = null;
    }

    synchronized void endOffset(TopicPartition partition, long end) {
        ends.put(partition, end);
    }

    synchronized void lost(Collection<TopicPartition> partitions) {
        stored.keySet().removeAll(partitions);
    }

    Instant now() {
        return clock.instant();
    }

    synchronized void addStored(
            Map<String, Map<Dialect, Integer>> counts, Map<String, Integer> tooOld, Map<TopicPartition, Long> next) {
        storeError = null;
        writesFail = false;
        store.worked();
        long second = clock.instant().getEpochSecond();
        counts.forEach((name, byDialect) -> {
            Topic topic = topic(name);
            byDialect.forEach((dialect, count) -> {
                topic.dialects.merge(dialect.label(), (long) count, Long::sum);
                topic.storedRecords += count;
                topic.rate.add(count, second);
            });
        });
        tooOld.forEach((name, count) -> topic(name).tooOld += count);
        next.forEach((partition, position) -> stored.computeIfPresent(partition, (p, old) -> position));
    }

    synchronized IngestStatus status() {
        long second = clock.instant().getEpochSecond();
        List<TopicStatus> all = new ArrayList<>();
        topics.forEach((name, topic) -> all.add(new TopicStatus(
                name,
                topic.storedRecords,
                topic.dialects,
                topic.rate.perSecond(second),
                lag(name),
                topic.missingRecords,
                topic.tooOld,
                topic.error,
                topic.errorAt)));
        return new IngestStatus(topicsKnownAt, brokerError, storeError, lastErrorAt, all, found);
    }

    private long lag(String name) {
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> at : stored.entrySet()) {
            if (!at.getKey().topic().equals(name)) continue;
            lag += Math.max(0, ends.getOrDefault(at.getKey(), at.getValue()) - at.getValue());
        }
        return lag;
    }

    private Topic topic(String name) {
        return topics.computeIfAbsent(name, n -> new Topic());
    }
}
