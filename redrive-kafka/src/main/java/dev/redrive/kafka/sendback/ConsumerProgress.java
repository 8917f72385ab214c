package dev.redrive.kafka.sendback;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads the positions of consumer groups from the brokers, in a few requests for all of them. */
final class ConsumerProgress {
    private static final int TIMEOUT_MS = 10_000;

    /**
     * The positions, topics and ends that the brokers returned.
     *
     * @param committed the committed offset of each group, or {@link #NONE}, for each requested partition
     * @param topics the topics that exist, with the time since which each is surely the same one
     * @param ends the next offset to be written
     * @param refused which groups or topics the brokers refused to describe, and why
     */
    record Progress(
            Map<String, Map<TopicPartition, Long>> committed,
            Map<String, Instant> topics,
            Map<TopicPartition, Long> ends,
            Map<String, String> refused) {
        /** The position of a group that never committed one, or whose position was deleted. */
        static final long NONE = -1;
    }

    private record KnownTopic(Uuid id, Instant since) {}

    private final Admin admin;
    private final InstantSource clock;
    /** A topic that is made again under its old name has another id; this notices it while the process lives. */
    private final Map<String, KnownTopic> known = new HashMap<>();

    ConsumerProgress(Admin admin, InstantSource clock) {
        this.admin = admin;
        this.clock = clock;
    }

    /** Positions are read first, so that a topic that is deleted after that is found missing. */
    Progress of(Map<String, Set<TopicPartition>> groups) {
        Map<String, String> refused = new TreeMap<>();
        Map<String, Map<TopicPartition, Long>> committed = committed(groups, refused);
        Set<TopicPartition> wanted = new HashSet<>();
        groups.values().forEach(wanted::addAll);
        Set<String> names = wanted.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        Map<String, TopicDescription> topics = topics(names, refused);
        known.keySet().retainAll(names);
        wanted.removeIf(partition -> !exists(partition, topics));
        Map<String, Instant> since = new HashMap<>();
        topics.forEach((name, topic) -> since.put(name, since(name, topic.topicId())));
        return new Progress(committed, since, ends(wanted), refused);
    }

    private Map<String, Map<TopicPartition, Long>> committed(
            Map<String, Set<TopicPartition>> groups, Map<String, String> refused) {
        Map<String, ListConsumerGroupOffsetsSpec> specs = new HashMap<>();
        groups.forEach((group, partitions) ->
                specs.put(group, new ListConsumerGroupOffsetsSpec().topicPartitions(partitions)));
        ListConsumerGroupOffsetsResult asked =
                admin.listConsumerGroupOffsets(specs, new ListConsumerGroupOffsetsOptions().timeoutMs(TIMEOUT_MS));
        Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
        groups.forEach((group, partitions) -> {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            partitions.forEach(partition -> offsets.put(partition, Progress.NONE));
            try {
                answer(asked.partitionsToOffsetAndMetadata(group)).forEach((partition, position) -> {
                    if (position != null) offsets.put(partition, position.offset());
                });
            } catch (GroupIdNotFoundException none) {
                // A group that does not exist has no positions.
            } catch (KafkaException e) {
                refused.put(group, refusal(e));
            }
            committed.put(group, offsets);
        });
        return committed;
    }

    private Map<String, TopicDescription> topics(Set<String> names, Map<String, String> refused) {
        Map<String, KafkaFuture<TopicDescription>> asked = admin.describeTopics(
                        names, new DescribeTopicsOptions().timeoutMs(TIMEOUT_MS))
                .topicNameValues();
        Map<String, TopicDescription> topics = new HashMap<>();
        asked.forEach((name, future) -> {
            try {
                topics.put(name, answer(future));
            } catch (UnknownTopicOrPartitionException | InvalidTopicException gone) {
                // A topic that does not exist is left out.
            } catch (KafkaException e) {
                refused.put(name, refusal(e));
            }
        });
        return topics;
    }

    Set<String> topicNames() {
        return answer(
                admin.listTopics(new ListTopicsOptions().timeoutMs(TIMEOUT_MS)).names());
    }

    /** The ends of the partitions of a topic that hold anything. */
    Map<TopicPartition, Long> lastRecords(String topic) {
        TopicDescription found = topics(Set.of(topic), new HashMap<>()).get(topic);
        if (found == null) return Map.of();
        Set<TopicPartition> partitions = found.partitions().stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toSet());
        Map<TopicPartition, Long> begins = offsets(partitions, OffsetSpec.earliest());
        Map<TopicPartition, Long> ends = ends(partitions);
        ends.entrySet().removeIf(end -> begins.getOrDefault(end.getKey(), 0L) >= end.getValue());
        return ends;
    }

    /** How far the furthest of these groups has come. */
    Map<TopicPartition, Long> furthest(
            Set<String> groups, Set<TopicPartition> partitions, Map<String, String> refused) {
        if (partitions.isEmpty()) return Map.of();
        Map<String, Set<TopicPartition>> wanted = new HashMap<>();
        groups.forEach(group -> wanted.put(group, partitions));
        Map<TopicPartition, Long> furthest = new HashMap<>();
        committed(wanted, refused)
                .values()
                .forEach(positions ->
                        positions.forEach((partition, position) -> furthest.merge(partition, position, Math::max)));
        return furthest;
    }

    private static boolean exists(TopicPartition partition, Map<String, TopicDescription> topics) {
        TopicDescription topic = topics.get(partition.topic());
        return topic != null && partition.partition() < topic.partitions().size();
    }

    private Instant since(String topic, Uuid id) {
        KnownTopic before = known.get(topic);
        if (before != null && before.id().equals(id)) return before.since();
        KnownTopic now = new KnownTopic(id, before == null ? Instant.MIN : clock.instant());
        known.put(topic, now);
        return now.since();
    }

    private Map<TopicPartition, Long> ends(Set<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> specs =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> which));
        ListOffsetsResult asked = admin.listOffsets(specs, new ListOffsetsOptions().timeoutMs(TIMEOUT_MS));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : partitions)
            offsets.put(partition, answer(asked.partitionResult(partition)).offset());
        return offsets;
    }

    /** Unavailable brokers are no refusal: nothing is known then, and the whole check fails. */
    private static String refusal(KafkaException e) {
        if (e instanceof RetriableException || e instanceof InterruptException) throw e;
        return String.valueOf(e.getMessage());
    }

    private static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof KafkaException known ? known : new KafkaException(cause);
        }
    }
}
